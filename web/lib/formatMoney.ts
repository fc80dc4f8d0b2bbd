import { amountsHidden } from './amountsHidden.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signedRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const signedCompact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumSignificantDigits: 3, signDisplay: 'exceptZero' })
const tenthRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const wholeRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })
const signedWholeRupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signedPrice = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const typed = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' })
const lakhs = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The placeholder of an unknown number: never a zero. */
export const UNKNOWN = '—'

// U+2212 is as wide as a digit and a plus, a hyphen is not.
const withTrueMinus = (text: string) => text.replace('-', '\u2212')

const orUnknown = (format: Intl.NumberFormat, value: number | null) => (value === null ? UNKNOWN : withTrueMinus(format.format(value)))

/**
 * The placeholder of a hidden amount: of fixed width, which reveals nothing of the amount. Percentages, counts and prices without a
 * currency sign stay; so does the sign, which the percentage shows anyway.
 */
const HIDDEN_AMOUNT = '₹••••'

/** `−₹••••` of `−₹512.50`. */
export const withHiddenAmount = (text: string): string => text.replace(/₹.*/, HIDDEN_AMOUNT)

const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '\u2212' : '')

const orHidden = (value: number | null, text: string) => (value !== null && amountsHidden() ? HIDDEN_AMOUNT : text)

const orSignOnly = (value: number | null, text: string) => (value !== null && amountsHidden() ? `${sign(value)}${HIDDEN_AMOUNT}` : text)

/** `₹12,34,567.00`; null is "—". Rupees. */
export const formatRupees = (value: number | null): string => orHidden(value, orUnknown(rupees, value))

/** `₹12,34,567.5`: funds used are shown with one decimal, as the specification has it. Rupees. */
export const formatFunds = (value: number | null): string => orHidden(value, orUnknown(tenthRupees, value))

/** `₹12,34,567`, `−₹500`: where decimals say nothing, as on an axis. Rupees. */
export const formatWholeRupees = (value: number | null): string => orHidden(value, orUnknown(wholeRupees, value))

/** `+₹512.50`, `−₹512.50`, `₹0.00`; null is "—". Rupees. */
export const formatSignedRupees = (value: number | null): string => orSignOnly(value, orUnknown(signedRupees, value))

/** `+₹513`, `−₹513`, `₹0`: an estimate, whose paise say nothing; null is "—". Rupees. */
export const formatSignedWholeRupees = (value: number | null): string => orSignOnly(value, orUnknown(signedWholeRupees, value))

/** `+₹12.35K`, `−₹0.51K`: rupees in thousands; null is "—". */
export const formatSignedThousands = (value: number | null): string =>
  orSignOnly(value, value === null ? UNKNOWN : `${withTrueMinus(signedRupees.format(value / 1_000))}K`)

/** `+12.3K`, `−3.5L`, `0`: rupees to three digits in the largest unit, where there is room for no more; null is "—". */
export const formatSignedCompact = (value: number | null): string => orSignOnly(value, orUnknown(signedCompact, value))

/** `24,512.30`: a price or an index level without a currency sign; null is "—". */
export const formatPrice = (value: number | null): string => orUnknown(price, value)

/** `10,00,000`, `500.50`: rupees as somebody types them, without a currency sign: two decimals or none. Never hidden. */
export const formatTyped = (value: number): string => withTrueMinus(typed.format(value))

/** `+12.30`, `−12.30`; null is "—". */
export const formatSignedPrice = (value: number | null): string => orUnknown(signedPrice, value)

/** `12,547`. */
export const formatCount = (value: number): string => withTrueMinus(whole.format(value))

/** `73.2%` with one decimal; null is "—". */
export const formatRate = (percent: number | null): string => (percent === null ? UNKNOWN : `${withTrueMinus(percent.toFixed(1))}%`)

/** A fraction as `73.2%`; null is "—". */
export const formatShare = (share: number | null): string => formatRate(share === null ? null : share * 100)

/** `−1.83`: a ratio without a unit; null is "—". */
export const formatRatio = (value: number | null): string => (value === null ? UNKNOWN : withTrueMinus(value.toFixed(2)))

/** `+0.42%` with two decimals; null is "—". */
export const formatSignedPercent = (percent: number | null): string => (percent === null ? UNKNOWN : `${formatSignedPrice(percent)}%`)

/** Rupees in lakhs: 2847500 is `₹28.48L`. */
export const formatLakhs = (value: number): string => `₹${lakhs.format(value / 100_000)}L`
