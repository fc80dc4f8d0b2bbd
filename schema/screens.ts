import { SCREENS } from './paths.ts'

const patterns = Object.values(SCREENS).map((screen) => new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/.]+')}/?$`))

/** Whether a screen is at an address: its path, without the query. */
export function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
