import type { Paise } from '../money.ts'

/** A target or a stop: per cent of the entry premium, or paise of the gross P&L. */
export type ExitLevel = { readonly unit: 'PERCENT'; readonly value: number } | { readonly unit: 'RUPEES'; readonly value: Paise }
