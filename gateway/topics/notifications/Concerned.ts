/** Users who may have a new notification. */
export type Concerned = 'everyone' | readonly string[]
