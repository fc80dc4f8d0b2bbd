const UNITS = ['ms', 's', 'min', 'h', 'd', 'MB', 'GB'] as const
export type Unit = (typeof UNITS)[number]

const SPACE = new RegExp(`(?<=\\d) (?=(?:${UNITS.join('|')})\\b)`, 'g')

/** `60 s`: an amount and its unit, which stay on one line. */
export const withUnit = (amount: number | string, unit: Unit): string => `${amount}\u00a0${unit}`

/** A text that was written elsewhere, with each unit kept beside its amount. */
export const keepUnits = (text: string): string => text.replace(SPACE, '\u00a0')
