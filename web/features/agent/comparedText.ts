import type { AgentReason } from '../../../schema/trading/agent.ts'
import { evidenceText } from '../../../schema/trading/evidenceText.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { netText } from './netText.ts'

type Numbers = readonly { readonly name: string; readonly value: string }[]

/** What a reason compared, with its numbers: "the 99% interval of the put begins at −3.90%". Null: nothing. */
export function comparedText(reason: AgentReason, numbers: Numbers): string | null {
  const of = (name: string) => numbers.find((each) => each.name === name)?.value ?? UNKNOWN
  switch (reason) {
    case 'TOO_EARLY':
      return `${of('candles')} of ${of('needed')} candles`
    case 'TOO_LATE':
      return `minute ${of('minute')} of the day, the last is ${of('last')}`
    case 'HISTORY_SHORT':
      return `${of('sessions')} of ${of('needed')} sessions`
    case 'DATA_GAP':
      return `${of('minutes')} minutes missing in a row, at most ${of('most')} may be`
    case 'FLAT':
      return `a usual minute moves ${netText(Number(of('volatility')))}`
    case 'FEW_ANALOGUES':
      return `${of('analogues')} of ${of('needed')} moments`
    case 'NOT_SIMILAR':
      return `similarity ${rounded(of('similarity'))}, the usual one is ${rounded(of('needed'))}`
    case 'BELOW_COSTS':
      return `the 99% interval of the ${of('side') === 'CE' ? 'call' : 'put'} begins at ${netText(Number(of('lower')))}`
    case 'UNPROVEN':
      return `evidence ${evidenceText(Number(of('evidence')), Number(of('threshold')))}`
    case 'NO_QUOTE':
      return null
  }
}

const rounded = (value: string) => (value === UNKNOWN ? value : Number(value).toFixed(3))
