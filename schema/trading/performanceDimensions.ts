/** What closed trades can be grouped by: the day of the exit; strategy, version and index; weekday and hour of the entry. Times are those in India. */
export const PERFORMANCE_DIMENSIONS = ['DAY', 'STRATEGY', 'VERSION', 'SYMBOL', 'WEEKDAY', 'HOUR'] as const
export type PerformanceDimension = (typeof PERFORMANCE_DIMENSIONS)[number]
