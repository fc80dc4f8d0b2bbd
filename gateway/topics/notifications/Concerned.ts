/** Users who may have something new in their notifications. */
export type Concerned = 'everyone' | readonly string[]
