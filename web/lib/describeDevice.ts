/** A device in plain words, as far as its user agent can be believed. */
export interface DeviceDescription {
  /** `Chrome on Windows`; `Unknown device` when it says nothing. */
  readonly name: string
  readonly kind: 'phone' | 'desk'
}

/** The first that matches counts: most browsers also call themselves Chrome and Safari, and Android calls itself Linux. */
const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Windows', /\bWindows\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Reads a User-Agent header. */
export function describeDevice(userAgent: string): DeviceDescription {
  const kind = /\bMobile\b|\biPhone\b|\bAndroid\b/.test(userAgent) ? 'phone' : 'desk'
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser !== undefined) return { name: system === undefined ? browser : `${browser} on ${system}`, kind }
  const program = /^[\w .-]+/.exec(userAgent)?.[0].trim()
  return { name: program || 'Unknown device', kind }
}
