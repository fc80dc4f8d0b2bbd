import { formatCount } from './formatMoney.ts'

/** Open trades, paper and live apart: `2 on paper, 1 live`. */
export function openByMode(paper: number, live: number): string {
  return `${formatCount(paper)} on paper, ${formatCount(live)} live`
}
