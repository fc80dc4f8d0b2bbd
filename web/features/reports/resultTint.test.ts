import { expect, test } from 'vitest'
import { resultTint } from './resultTint.ts'

test('the scale has four steps up to the largest result, gains and losses in their colours, and none for nothing', () => {
  const strengths = [1, 24, 25, 50, 75, 100].map((net) => /pnl-up\) (\d+)%/.exec(resultTint(net, 100))?.[1])
  expect(strengths).toEqual(['14', '14', '24', '34', '44', '44'])
  expect(resultTint(-100, 100)).toContain('--pnl-down) 44%')
  expect([resultTint(0, 100), resultTint(0, 0)]).toEqual(['var(--raised)', 'var(--raised)'])
})
