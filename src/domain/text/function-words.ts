import { wordsOf } from './folding.ts';

/**
 * Articles, pronouns, prepositions and the like, German and English, and what questions begin with: words that say nothing about
 * the topic, however rare they are in a repository.
 */
const german =
  'der die das den dem des ein eine einen einem einer eines kein keine und oder aber als auch auf aus bei bis da damit dann daß dass denn du durch er es für gibt haben hat ich ihr im in ins ist kann können man machen mein meine mit muss müssen nach nicht noch nur ob ohne sich sie sind so über um unter uns vom von vor wann war warum was welche welcher welches wenn wer werden wie wir wird wo wozu zu zum zur zwischen brauche braucht brauchen';
const english =
  'a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my of on or our should so than that the their them then there these they this to us was we were what when where which who why will with without would you your';

const functionWords: ReadonlySet<string> = new Set(wordsOf(`${german} ${english}`));

/** Whether a text consists of function words. */
export const isFunctionWord = (text: string): boolean => {
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => functionWords.has(word));
};
