/** What users are notified of. */
export const NOTIFICATION_KINDS = [
  ...(['TRADE_OPENED', 'TRADE_CLOSED', 'STOP_HIT', 'EXIT_FAILING', 'DAILY_LOSS', 'TRADE_DENIED', 'AGENT_PROPOSAL'] as const),
  ...([
    'STRATEGY_CHANGED',
    'BACKTEST_DONE',
    'EMERGENCY_STOP',
    'ENGINE_STATE',
    'BROKER_SESSION',
    'LIVE_TRADING',
    'ACCOUNT_SECURITY',
  ] as const),
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The same as the screens call it. */
export const NOTIFICATION_KIND_TEXTS: Readonly<Record<NotificationKind, string>> = {
  TRADE_OPENED: 'Trade opened',
  TRADE_CLOSED: 'Trade closed',
  STOP_HIT: 'Stop hit',
  EXIT_FAILING: 'Trade not closing',
  DAILY_LOSS: 'Trades closed by the daily loss limit',
  TRADE_DENIED: 'Signal skipped',
  AGENT_PROPOSAL: 'The agent asks for your approval',
  STRATEGY_CHANGED: 'Strategy changed or archived',
  BACKTEST_DONE: 'Long backtest finished',
  EMERGENCY_STOP: 'Emergency stop',
  ENGINE_STATE: 'Engine and price feed',
  BROKER_SESSION: 'Broker session ended or rejected',
  LIVE_TRADING: 'Live trading: switched on, first order waiting, order rejected, fill in doubt, trade handed to you',
  ACCOUNT_SECURITY: 'Account security',
}

/** Nobody can look away from these in the notification centre; by e-mail they always come, as letters of their own. */
export const ALWAYS_TOLD = 'ACCOUNT_SECURITY' satisfies NotificationKind

/** Where notifications are sent besides the notification centre. */
export const NOTIFICATION_CHANNELS = ['EMAIL', 'TELEGRAM', 'WEBHOOK'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

/** The same as the screens call it. */
export const NOTIFICATION_CHANNEL_TEXTS: Readonly<Record<NotificationChannel, string>> = {
  EMAIL: 'E-mail',
  TELEGRAM: 'Telegram',
  WEBHOOK: 'Webhook',
}
