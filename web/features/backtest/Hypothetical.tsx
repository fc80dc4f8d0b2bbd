/** What stands beside every figure of a backtest. */
export function Hypothetical() {
  return (
    <>
      <strong>Hypothetical:</strong> what these rules would have done on past candles. No real money was traded, and past results do not
      predict future results.
    </>
  )
}
