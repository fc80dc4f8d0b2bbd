/**
 * Where a premium that nobody has traded at yet comes from, the best first: the option's own last price; or the option model at the
 * volatility of other options' last prices, of India VIX, or of a calm year.
 */
export const PREMIUM_BASES = ['LAST_PRICES', 'OTHER_OPTIONS', 'VIX', 'USUAL_VOLATILITY'] as const
export type PremiumBasis = (typeof PREMIUM_BASES)[number]
