/** Said while a sign-in is under way. */
export const SIGN_IN_TAKES =
  'Each one-time code works only once, and a new one comes every 30 seconds. Just after another sign-in, this can take up to 40 seconds.'
