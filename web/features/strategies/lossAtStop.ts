import type { LevelUnit } from '../../gql/generated/graphql.ts'

/** The terms that decide how much a trade may lose. Amounts in rupees. */
export interface RiskTerms {
  /** What one lot may lose at its stop. */
  readonly risk: number
  /** PERCENT of the premium, RUPEES of the whole trade. */
  readonly stopLoss: { readonly unit: LevelUnit; readonly value: number }
  readonly lots: number
  /** Whether a trade has fewer lots where the risk allows no more: one lot is then a whole trade. */
  readonly sizeByRisk: boolean
}

/** Rupees that one lot bought at a premium loses at its stop, before charges. The engine rounds the stop to a tick; this does not. */
export function lossAtStop(premium: number, lotSize: number, { stopLoss, lots, sizeByRisk }: RiskTerms): number {
  const paid = premium * lotSize
  if (stopLoss.unit === 'PERCENT') return (paid * stopLoss.value) / 100
  return Math.min(paid, stopLoss.value / (sizeByRisk ? 1 : lots))
}

/** The highest premium, in rupees, at which one lot loses no more than the risk at its stop; null when any does. */
export function dearestPremium(lotSize: number, terms: RiskTerms): number | null {
  if (terms.stopLoss.unit === 'PERCENT') return terms.risk / lossAtStop(1, lotSize, terms)
  return lossAtStop(Infinity, lotSize, terms) <= terms.risk ? null : terms.risk / lotSize
}
