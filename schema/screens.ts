/** Where the web's screens are, as its router says it. Every other address is a 404, also where the page itself says so. */
export const SCREENS = [
  ...['/', '/verify-email', '/reset-password'],
  ...['/dashboard', '/live-trades', '/strategies', '/strategies/new', '/strategies/:id', '/strategies/:id/edit'],
  ...['/history', '/reports', '/profile'],
] as const

const patterns = SCREENS.map((screen) => new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/.]+')}/?$`))

/** Whether a screen is at an address: its path, without the query. */
export function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
