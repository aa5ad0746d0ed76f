import type { PageAnswer } from '../../contract/page.ts';
import { localPath, redirect } from '../visit/answers.ts';
import { cookie } from '../visit/cookies.ts';
import { isLanguage, languageCookie } from '../visit/language.ts';
import type { Visit } from '../visit/visit.ts';

const aYear = 31_536_000;

/** Keeps the chosen language in a cookie, and leads back to the page. */
export async function changeLanguage(visit: Visit): Promise<PageAnswer> {
  const { language, to } = await visit.form();
  const cookies = isLanguage(language) ? [cookie(visit, languageCookie, language, aYear)] : [];
  return redirect(visit, localPath(to), cookies);
}
