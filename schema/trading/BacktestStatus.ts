export const BACKTEST_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
/** How far a backtest is. */
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number]
