// Fit to a measured Bank Nifty chain (30 Dec 2022, 6 days): iv / atm = 0.991 − 0.042 z + 0.050 z².
const LEVEL = 0.991
const SLOPE = -0.042
const CURVATURE = 0.05
/** Beyond this the parabola bends flat, at a rate low enough to keep every butterfly's value positive. */
const FITTED_TO = 2.5
const FLATTENING = 0.12

/**
 * Implied volatility of a strike over that at the money, by z = ln(K/F) / (atm √T). The fitted parabola near the money; further out
 * its slope falls evenly to zero and stays there. A parabola cut off at once would make far strikes worth more than nearer ones.
 */
export function smile(z: number): number {
  const near = Math.min(FITTED_TO, Math.max(-FITTED_TO, z))
  const value = LEVEL + SLOPE * near + CURVATURE * near ** 2
  const slope = Math.abs(SLOPE + 2 * CURVATURE * near)
  const beyond = Math.min(Math.abs(z - near), slope / FLATTENING)
  return value + slope * beyond - (FLATTENING * beyond ** 2) / 2
}
