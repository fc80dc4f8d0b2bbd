/** Said while a sign-in is under way. */
export const SIGN_IN_TAKES =
  'The broker takes each one-time code once, and the next one comes every 30 seconds: after a sign-in just before, this can take up to 40 seconds.'
