/** The strengths of the scale, in per cent of the colour; every amount has its sign, colour only helps to find it. */
const STEPS = [14, 24, 34, 44] as const

/** The ground of a result on a scale of four steps up to the largest one shown, of whichever sign. */
export function resultTint(net: number, largest: number): string {
  if (net === 0 || largest === 0) return 'var(--raised)'
  const step = Math.min(STEPS.length - 1, Math.floor((Math.abs(net) / largest) * STEPS.length))
  return `color-mix(in srgb, var(${net > 0 ? '--pnl-up' : '--pnl-down'}) ${STEPS[step]}%, var(--surface))`
}
