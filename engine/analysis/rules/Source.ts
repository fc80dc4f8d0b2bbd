import { indicatorText, type IndicatorCall } from '../../../schema/rules/indicators.ts'
import type { Operand, PriceField } from '../../../schema/rules/RuleSet.ts'

/** What a column of numbers, one for each bar, is of. A constant is the same on each. */
export type Source =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'price'; readonly field: PriceField }
  /** The start of the bar, in minutes since midnight IST. */
  | { readonly kind: 'time' }
  | { readonly kind: 'indicator'; readonly call: IndicatorCall; readonly output: string }

/** What an operand reads: a source, so many bars back. */
export function sourceOf(operand: Operand): { readonly source: Source; readonly back: number } {
  switch (operand.kind) {
    case 'constant':
      return { source: operand, back: 0 }
    case 'timeOfDay':
      return { source: { kind: 'constant', value: operand.minute }, back: 0 }
    case 'time':
      return { source: operand, back: 0 }
    case 'price':
      return { source: { kind: 'price', field: operand.field }, back: operand.offset }
    case 'indicator':
      return { source: { kind: 'indicator', call: operand.call, output: operand.output }, back: operand.offset }
  }
}

/** The same text for the same source, and another for any other. */
export function sourceText(source: Source): string {
  switch (source.kind) {
    case 'constant':
      return String(source.value)
    case 'price':
      return source.field
    case 'time':
      return 'time'
    case 'indicator':
      return `${indicatorText(source.call)}.${source.output}`
  }
}
