import type { HandlerParts, Handlers } from '../handler.ts';
import { personAt } from '../request/person-address.ts';

type PersonSettingHandlers = Pick<
  Handlers,
  'getPreferences' | 'setPreferences' | 'getProfileSettings' | 'setProfileSettings' | 'setPersonStatus'
>;

export function personSettingHandlers({ services: { people, personSettings } }: HandlerParts): PersonSettingHandlers {
  return {
    async getPreferences({ params }, { caller }) {
      return { preferences: await personSettings.preferences(personAt(params.person, caller)) };
    },
    async setPreferences({ params, body }, { caller }) {
      await personSettings.setPreferences(personAt(params.person, caller), body);
      return undefined;
    },
    async getProfileSettings({ params }, { caller }) {
      const { hidesMail } = await people.get(personAt(params.person, caller));
      return { showEmail: hidesMail !== true };
    },
    async setProfileSettings({ params, body }, { caller }) {
      await personSettings.showMail(personAt(params.person, caller), body.showEmail);
      return undefined;
    },
    async setPersonStatus({ params }, { caller }) {
      await personSettings.setBlocked(caller, personAt(params.person, caller), params.status === 'blocked');
      return undefined;
    },
  };
}
