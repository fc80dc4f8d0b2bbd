import { SCREENS } from '../../../../schema/paths.ts'
import type { NotificationPartsFragment, NotificationSettingsPartsFragment } from '../../../gql/generated/graphql.ts'

/** An unread notification of a trade. For tests only. */
export function testNotification(changes: Partial<NotificationPartsFragment> = {}): NotificationPartsFragment {
  return {
    ...{ id: 'n1', kind: 'TRADE_OPENED', time: new Date().toISOString(), title: 'Paper trade opened', read: false, group: null },
    ...{ text: 'Supertrend bought 75 × NIFTY24NOV2624500CE at ₹100; target ₹118, stop ₹88.', link: SCREENS.liveTrades },
    ...changes,
  }
}

/** Settings with nothing set up but a confirmed address. For tests only. */
export function testSettings(changes: Partial<NotificationSettingsPartsFragment> = {}): NotificationSettingsPartsFragment {
  return {
    ...{ inApp: ['TRADE_OPENED', 'ACCOUNT_SECURITY'], email: [], telegram: [], webhook: [], quietHours: null },
    ...{ telegramBot: null, webhookUrl: null, suspended: [], emailVerified: true, problems: [] },
    ...changes,
  }
}
