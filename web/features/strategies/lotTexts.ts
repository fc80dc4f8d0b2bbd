import type { LotEntryPartsFragment, LotPreviewPartsFragment } from '../../gql/generated/graphql.ts'
import { formatCount, formatPrice } from '../../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'

export type LotEntry = LotEntryPartsFragment
export type LotPreview = LotPreviewPartsFragment
type LotLeg = LotEntry['legs'][number]

/** Estimates in whole rupees, from the least to the most: nothing of the user's, so that they are not hidden with his amounts. */
export function about(amounts: readonly number[]): string {
  const [least, most] = [Math.round(Math.min(...amounts)), Math.round(Math.max(...amounts))]
  return least === most ? `about ₹${formatCount(least)}` : `about ₹${formatCount(least)} to ₹${formatCount(most)}`
}

/** `24,500 CE, 1 Dec`. */
export const optionText = ({ strike, optionType, expiry }: LotLeg): string =>
  `${strike.toLocaleString('en-IN')} ${optionType}, ${formatDayMonth(expiry)}`

/** `₹150.25; stop ₹75.15, target ₹300.50`. */
export function premiumText({ premium, stop, target }: LotLeg): string {
  const levels = [stop === null ? [] : `stop ₹${formatPrice(stop)}`, target === null ? [] : `target ₹${formatPrice(target)}`].flat()
  return [`₹${formatPrice(premium)}`, ...(levels.length > 0 ? [levels.join(', ')] : [])].join('; ')
}

/** What the amounts are worth: where the premiums come from and of when, each source once. */
export function sourceTexts(preview: LotPreview): string[] {
  const oldest = new Map<LotEntry['basis'], LotEntry>()
  for (const entry of preview.entries) {
    const known = oldest.get(entry.basis)
    if (!known || entry.pricedAt < known.pricedAt) oldest.set(entry.basis, entry)
  }
  return [...oldest.values()].map((entry) => sourceText(entry, preview))
}

function sourceText({ basis, pricedAt }: LotEntry, { instrument, indexPrice, marketOpen }: LotPreview): string {
  const when = `${formatDayMonth(pricedAt)}, ${formatTime(pricedAt)}`
  const closed = marketOpen ? '' : ' The market is closed.'
  const model = `Estimated by the option model from ${instrument} at ${formatPrice(indexPrice)}`
  switch (basis) {
    case 'LAST_PRICES':
      return `At the last prices, ${when}.${closed}`
    case 'OTHER_OPTIONS':
      return `${model} and the last prices of other options, ${when}: not all of these have traded just now.${closed}`
    case 'VIX':
      return `${model}, ${when}, and the last India VIX: there are no option prices just now.${closed}`
    case 'USUAL_VOLATILITY':
      return `${model}, ${when}, at the volatility of a calm year: neither option prices nor India VIX are known. Real premiums may be quite different.${closed}`
  }
}

/** What one lot can lose in the worst case, in words. */
export function worstText(entries: readonly LotEntry[]): string {
  const losses = entries.map(({ worstLoss }) => worstLoss).filter((loss) => loss !== null)
  if (losses.length < entries.length) return 'No limit: a large move can cost more than the margin'
  return entries.some(({ side }) => side === null) ? `${about(losses)} at expiry, without stops` : `${about(losses)}, the whole premium`
}

/** What the pay-off sketch shows, for those who do not see it. */
export function payoffText({ payoff, breakEvens }: LotEntry, instrument: string): string {
  const grosses = payoff.map(({ gross }) => gross)
  const [first, last] = [grosses[0] ?? 0, grosses.at(-1) ?? 0]
  const between = grosses.slice(1, -1)
  const [least, most] = [Math.min(...between), Math.max(...between)]
  const at = breakEvens.map((price) => formatPrice(price)).join(' and ')
  const even = breakEvens.length === 0 ? '' : ` It breaks even with ${instrument} at ${at}.`
  // Beyond the ends the line goes on as it came.
  const gain =
    Math.max(first, last) > most ? 'It earns more the further the index moves.' : `It earns ₹${formatCount(Math.round(most))} at most.`
  const loss =
    Math.min(first, last) < least ? 'It loses more the further the index moves.' : `It loses ₹${formatCount(Math.round(-least))} at most.`
  return `At expiry, held without stops, before charges: ${gain} ${loss}${even}`
}
