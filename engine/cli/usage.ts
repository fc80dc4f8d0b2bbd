import { INDICATOR_NAMES, indicatorUsage } from '../../schema/rules/indicators.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'

export const USAGE = `Examples:
  npm run engine -- run
  npm run engine -- indicators --candles NIFTY.csv.gz --spec "ema(20),rsi(14),supertrend(10,3)"
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy ema-crossover --json

Commands:
  run         Start the trading engine (normally npm start does).
  indicators  Print indicator columns for a candle file, as CSV.
  backtest    Print every signal of a strategy on a candle file.
  kill        Stop entries at once, for a user, a strategy or everything; close open trades.

Run a command with --help for its options. Exit codes: 0 done, 1 failed, 2 wrong usage.
`

export const INDICATORS_USAGE = `Examples:
  npm run engine -- indicators --candles NIFTY.csv.gz --spec "ema(20),rsi(14),atr(14),supertrend(10,3)"
  npm run engine -- indicators --candles NIFTY.csv --spec "opening_range(15)" --interval 5min > columns.csv

Options:
  --candles FILE   One-minute candles, .csv or .csv.gz: time,open,high,low,close,volume.
  --spec LIST      Indicators with their parameters, separated by commas:
                   ${INDICATOR_NAMES.map(indicatorUsage).join('\n                   ')}
  --interval NAME  Fold the candles to 1min, 5min or 15min bars first (default 1min).

Prints CSV: time and one column for each output; a cell is empty while the indicator warms up.
`

export const BACKTEST_USAGE = `Examples:
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy supertrend
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy my-rules.json --json

Options:
  --candles FILE   One-minute candles, .csv or .csv.gz: time,open,high,low,close,volume.
  --strategy NAME  A built-in strategy or a .json file with a rule set. Built in:
                   ${STRATEGY_TEMPLATES.map(({ slug }) => slug).join('\n                   ')}
  --interval NAME  Evaluate on 1min, 5min or 15min bars instead of the strategy's own.
  --json           Print one JSON object instead of text.

Prints every signal (time of the bar, side, close of the index) and a summary: signals on index closes,
without option premiums and without charges.
`

export const KILL_USAGE = `Examples:
  npm run engine -- kill --all --square-off
  npm run engine -- kill --user trader@example.com --reason "called by phone"
  npm run engine -- kill --strategy supertrend
  npm run engine -- kill --all --lift

Options:
  --user EMAIL      Stop the entries of one account,
  --strategy NAME   of one strategy, for everybody,
  --all             or all of them.
  --square-off      Close the open trades too, and say of each what became of it.
  --reason TEXT     Kept with the switch.
  --lift            Allow entries again.

Works on the database alone: gateway and engine may be down. A stop holds until it is lifted, over restarts.
`
