/** Why performance is updated: by the clock in a session, at its close, or because an admin asked. */
export const UPDATE_KINDS = ['SCHEDULED', 'FINAL', 'TRIGGERED'] as const
export type UpdateKind = (typeof UPDATE_KINDS)[number]

/** What the product says about the performance scheduler. */
export const SCHEDULER_MESSAGES = {
  started: 'Performance scheduler started successfully!',
  startFailed: 'Failed to start the performance scheduler',
  stopped: 'Performance scheduler stopped successfully!',
  stopFailed: 'Failed to stop the performance scheduler',
  triggered: 'Performance update triggered successfully!',
  triggerFailed: 'Failed to trigger the performance update',
} as const
