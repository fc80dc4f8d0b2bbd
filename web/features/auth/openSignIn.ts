/** Navigating to the landing page with this as the location's state opens its sign-in dialog, once. */
export const OPEN_SIGN_IN = 'open sign-in'
