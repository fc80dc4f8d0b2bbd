import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'

/** What calls are made on. */
export interface Stage {
  /** Of an admin with two-factor sign-in, who proved to be there an hour ago. */
  readonly email: string
  /** Another account, as it is. */
  readonly other: { readonly id: string; readonly updatedAt: string }
  /** A strategy that is shown and on, and one that is neither, each with its input as it is. */
  readonly shown: ManagedStage
  readonly hidden: ManagedStage
  /** The admin's subscriptions: at version 1 of strategies whose version 2 has more lots, or fewer; a paused one; a live one. */
  readonly subscriptions: Readonly<Record<'looser' | 'tighter' | 'paused' | 'live', string>>
  /** An open leg of the admin's, bought at ₹100, with its stop at ₹88. */
  readonly legId: string
  /** An announcement that runs, as it is. */
  readonly announcement: { readonly id: string; readonly updatedAt: string }
}

interface ManagedStage {
  readonly key: { readonly id: string; readonly updatedAt: string }
  readonly input: { readonly quantity: number }
}

/** The arguments of a mutation. */
type Call = (stage: Stage) => object

/** A call that its own topic's tests get so far: gates stand before it. */
interface Elsewhere {
  readonly provedBy: string
}

/** Whether a mutation takes a recent password: always, never, or when it may lose more. */
export type StepUp =
  { readonly asks: Call | Elsewhere } | { readonly never: string } | { readonly loosens: Call | Elsewhere; readonly tightens: Call }

const never = (why: string): StepUp => ({ never: why })
const asks = (call: Call = () => ({})): StepUp => ({ asks: call })
const change = (loosens: Call | Elsewhere, tightens: Call): StepUp => ({ loosens, tightens })

const READS = 'it leads to a file of what the account may read'
const PROVES = 'it takes the password, or the mailed link, itself'
const AWAY = 'it takes risk or access away'
const BOUNDED = 'within what its owner has allowed with the password'
const BROKER = 'new tokens are of the client code that is stored'
const MAILS = 'it mails a link to the address of the account'
const COUNTS = 'it computes, and trades nothing'
const WORK = 'work that was asked for before, once more or no more'

const announcement = () => ({ text: 'Send me your PIN', from: new Date(), to: new Date(Date.now() + 3_600_000), audience: 'EVERYONE' })
const reason = 'Because of a test'
const largerLots = { ...SHIPPED_MARKET_TABLES, lotRules: SHIPPED_MARKET_TABLES.lotRules.map((rule) => ({ ...rule, lot: rule.lot * 10 })) }
const signIn = { pin: '1234', totpSecret: 'JBSWY3DPEHPK3PXP' }

/** Every mutation of the API. */
export const STEP_UPS: Readonly<Record<string, StepUp>> = {
  acceptRiskText: never('it alone trades nothing: switching to live takes the password'),
  activateStrategies: asks(),
  answerAgentProposal: never(BOUNDED),
  answerFirstOrder: never(BOUNDED),
  autoRefreshBrokerToken: never(BROKER),
  beginTwoFactor: asks(),
  cancelBacktest: never(COUNTS),
  cancelJob: never(WORK),
  changeAnnouncement: asks(({ announcement: key }) => ({ ...key, input: announcement() })),
  changeLevels: change(
    ({ legId }) => ({ input: { legId, stop: 80 } }),
    ({ legId }) => ({ input: { legId, stop: 95, target: 150 } }),
  ),
  changePassword: never(PROVES),
  checkBroker: never('it changes nothing at the broker'),
  closeExcess: never(AWAY),
  closeTrade: never(AWAY),
  configureAdminBroker: asks(() => ({ input: { clientId: 'T1', password: signIn.pin, totpSecret: signIn.totpSecret } })),
  confirmAgentLive: { asks: { provedBy: 'agent.wire.test.ts' } },
  confirmTwoFactor: asks(() => ({ code: '000000' })),
  connectBroker: asks(),
  connectBrokerWithPin: asks(() => ({ input: { clientCode: 'T1', ...signIn, keep: true } })),
  createAccessToken: asks(() => ({ input: { name: 'Thief', scopes: ['READ_MARKET'], days: 30 } })),
  createStrategy: change(
    ({ shown: { input } }) => ({ input: { ...input, name: 'A New One' } }),
    ({ hidden: { input } }) => ({ input: { ...input, name: 'A New One' } }),
  ),
  deleteMyAccount: asks(({ email }) => ({ email })),
  deleteStrategy: never(AWAY),
  disconnectBroker: asks(),
  downloadAgentAnalyses: never(READS),
  downloadAuditLog: never(READS),
  downloadComplianceLog: never(READS),
  downloadReport: never(READS),
  downloadTradeHistory: never(READS),
  emergencyStop: never(AWAY),
  endAnnouncement: never('it shows it no more'),
  endOtherSessions: never(AWAY),
  endSession: never(AWAY),
  endUserSessions: never(AWAY),
  exportAnonymousTrades: never(READS),
  exportCandles: never(READS),
  exportDenials: never(READS),
  exportMyData: asks(),
  exportPerformance: never(READS),
  exportPerformanceOfAll: never(READS),
  exportSignals: never(READS),
  exportTrades: never(READS),
  forgotPassword: never(MAILS),
  liftStop: asks(() => ({ input: { scope: 'USER' } })),
  login: never(PROVES),
  loginAdminBroker: never('it signs in as was configured with the password'),
  loginSecondFactor: never(PROVES),
  logout: never(AWAY),
  markNotificationsRead: never('nothing trades by it'),
  moveToVersion: change(
    ({ subscriptions: { looser: id } }) => ({ id, version: 2 }),
    ({ subscriptions: { tighter: id } }) => ({ id, version: 2 }),
  ),
  publishAnnouncement: asks(() => ({ input: announcement() })),
  reauthenticate: never(PROVES),
  refresh: never('the session stays as old as its proof'),
  refreshBrokerToken: never(BROKER),
  removeAdminBroker: asks(),
  renewRecoveryCodes: asks(),
  resendUserVerification: never(MAILS),
  resendVerification: never(MAILS),
  resetPassword: never(PROVES),
  restoreUser: asks(({ other }) => ({ input: { ...other, reason } })),
  resumeNotificationChannel: asks(() => ({ channel: 'WEBHOOK' })),
  retryJob: never(WORK),
  revokeAccessToken: never(AWAY),
  runBacktest: never(COUNTS),
  saveMarket: change(
    () => ({ version: 0, input: { tables: largerLots } }),
    () => ({ version: 0, input: { tables: SHIPPED_MARKET_TABLES } }),
  ),
  sendTestNotification: never('it goes where the owner has set up'),
  setUserRole: asks(({ other }) => ({ input: { ...other, role: 'admin', reason } })),
  signup: never(PROVES),
  startScheduler: never(COUNTS),
  stopScheduler: never(COUNTS),
  subscribeStrategy: never('it begins on paper, by what its version says; live takes the password'),
  suspendUser: asks(({ other }) => ({ input: { ...other, reason } })),
  toggleAgent: change(
    () => ({ enabled: true }),
    () => ({ enabled: false, settings: { quantityLots: 1 } }),
  ),
  togglePaperTrade: change({ provedBy: 'liveTrading.wire.test.ts' }, ({ subscriptions: { live: id } }) => ({ id })),
  toggleStrategyActive: change(
    ({ hidden: { key } }) => ({ id: key.id }),
    ({ shown: { key } }) => ({ id: key.id }),
  ),
  toggleStrategyPublic: change(
    ({ hidden: { key } }) => ({ id: key.id }),
    ({ shown: { key } }) => ({ id: key.id }),
  ),
  toggleSubscription: change(
    ({ subscriptions: { paused: id } }) => ({ id }),
    ({ subscriptions: { tighter: id } }) => ({ id }),
  ),
  triggerAgentAnalysis: never(COUNTS),
  triggerUpdate: never(COUNTS),
  turnOffTwoFactor: asks(),
  unsubscribeStrategy: never(AWAY),
  updateAccountLimits: change(
    () => ({ input: { maxOpenTrades: 50 } }),
    () => ({ input: { maxOpenTrades: 1, maxDailyLoss: 100 } }),
  ),
  updateAgentMandate: change(
    () => ({ mandate: { hardDrawdown: null, softDrawdown: 100 } }),
    () => ({ mandate: { step: 'OBSERVE', exploration: false, softDrawdown: 100, halted: true } }),
  ),
  updateAgentSettings: change(
    () => ({ settings: { capital: 1_000_000 } }),
    () => ({ settings: { capital: 10_000, lookbackPeriod: 200 } }),
  ),
  updateNotificationSettings: change(
    () => ({ input: { webhookUrl: 'https://thief.example.com/' } }),
    () => ({ input: { webhookUrl: null } }),
  ),
  updateProfile: change(
    () => ({ input: { email: 'thief@example.com' } }),
    () => ({ input: { name: 'Another Name' } }),
  ),
  updateStrategy: change(
    ({ shown: { key, input } }) => ({ ...key, input: { ...input, quantity: input.quantity + 1 } }),
    ({ shown: { key, input } }) => ({ ...key, input: { ...input, isActive: false, isPublic: false } }),
  ),
  updateSubscriptionSettings: change(
    ({ subscriptions: { tighter: id } }) => ({ id, input: { instruments: ['NIFTY', 'SENSEX', 'BANKNIFTY', 'MIDCAP'] } }),
    ({ subscriptions: { tighter: id } }) => ({ id, input: { instruments: ['NIFTY'], timeWindow: { start: '11:00', end: '12:00' } } }),
  ),
  verifyEmail: never(PROVES),
}
