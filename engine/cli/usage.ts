import { SHOWN_INDICES } from '../../schema/market/indices.ts'
import { INDICATOR_NAMES, indicatorUsage } from '../../schema/rules/indicators.ts'
import { SWEPT_SETTINGS } from '../../schema/rules/sweptSettings.ts'
import { STRATEGY_TEMPLATES } from '../../schema/rules/templates.ts'
import { GRID_LOOKBACKS, GRID_MINUTES, LONGEST_LOOKBACK, SHORTEST_LOOKBACK, WARM_UP_SESSIONS } from '../analysis/agent/agentModel.ts'
import { RANKING_METRICS } from '../backtest/statistics/measure.ts'

export const USAGE = `Examples:
  npm run engine -- run
  npm run engine -- indicators --candles NIFTY.csv.gz --spec "ema(20),rsi(14),supertrend(10,3)"
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy ema-crossover --json

Commands:
  run             Start the trading engine (normally npm start does).
  indicators      Print indicator columns for a candle file, as CSV.
  backtest        Print what strategies would have traded over a candle file.
  agent           Walk the research agent forward over a candle file; verify the analyses that it has stored.
  import-options  Store recorded option minutes for the backtests of the web.
  import-candles  Store recorded minutes of an index for backtests and the research agent.
  kill            Stop entries at once, for a user, a strategy or everything; close open trades.
  broker          Make a new key for the secrets of accounts at the broker.
  doctor          Look at an account at the broker, read-only, and say what is wrong.

Run a command with --help for its options. Exit codes: 0 done, 1 failed, 2 wrong usage; of run also 3, the database has not the tables
of this version.
`

const FILE_OPTIONS = `  --dates NAME     dmy or mdy: which number of 02/01/2024 is the day, where the file does not show it.
  --stamps NAME    start or end: whether a time is the beginning of its minute or its end, where the file does not show it.`

export const INDICATORS_USAGE = `Examples:
  npm run engine -- indicators --candles NIFTY.csv.gz --spec "ema(20),rsi(14),atr(14),supertrend(10,3)"
  npm run engine -- indicators --candles NIFTY.csv --spec "opening_range(15)" --interval 5min > columns.csv

Options:
  --candles FILE   One-minute candles: time,open,high,low,close,volume (docs/files.md: other forms).
  --spec LIST      Indicators with their parameters, separated by commas:
                   ${INDICATOR_NAMES.map(indicatorUsage).join('\n                   ')}
  --interval NAME  Fold the candles to 1min, 5min or 15min bars first (default 1min).
${FILE_OPTIONS}

Prints CSV: time and one column for each output; a cell is empty while the indicator warms up.
`

export const BACKTEST_USAGE = `Examples:
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy all
  npm run engine -- backtest --candles BANKNIFTY.csv.gz --index BANKNIFTY --strategy supertrend --options OPTIONS.csv.gz --json
  npm run engine -- backtest --candles NIFTY.csv.gz --strategy my-rules.json --sweep "fast=5,9,12;slow=21,34" --walk-forward 60/20

Options:
  --candles FILE   One-minute candles of the index: time,open,high,low,close,volume (docs/files.md: other forms). Candles
                   outside the session are left out, and the report counts them.
  --strategy NAME  A built-in strategy, all of them, or a .json file with a rule set. Built in:
                   ${STRATEGY_TEMPLATES.map(({ slug }) => slug).join('\n                   ')}
  --index NAME     ${SHOWN_INDICES.join(', ')} (default NIFTY): whose options are traded.
  --options FILE   One-minute candles of its options (see import-options --help). What it lacks is priced by the option
                   model; the report says how near the model is to what it has.
${FILE_OPTIONS}
  --source NAME    model: options (default). index: the index itself, in points and free of charge.
  --iv PERCENT     Yearly volatility at the money of the option model, the same on every day. Without it each day has its own:
                   what recorded options imply in the half hour before, else by India VIX, else the index's usual one.
  --vix FILE       Daily India VIX with columns date and close, the exchange's own file too: of each day the close of the day before counts.
  --slippage TIMES How many times half a spread, and what a stop slips in 300 ms, is paid (default 1).
  --from, --to DAY The days to trade, like 2024-01-31; candles before them warm the indicators up.
  --interval NAME  Evaluate on 1min, 5min or 15min bars instead of the strategy's own.
  --lots N         A trade (default 1).
  --size NAME      fixed: as many lots as --lots says (default). risk: of these as many as lose no more at the stop than the
                   strategy's risk per trade. Either way nothing is bought when one lot would lose more.
  --funds RUPEES   Of the account (default 1000000).
  --sweep GRID     Try every combination of values for the placeholders of a rule file, such as "ema({fast})", and for
                   ${Object.keys(SWEPT_SETTINGS).join(', ')}.
  --walk-forward T/V  Train on T days, validate what was best on the next V, and go on.
  --rank-by NAME   What is best: ${RANKING_METRICS.join(', ')} (default: deflatedSharpe
                   from 20 days on, net below).
  --strict         Refuse candles that something speaks against: missing minutes or sessions, leaps, another level than
                   the index had. Without it the report says so.
  --signals        List the signals alone: no premiums, no charges.
  --json           Print one JSON object instead of text; it has every trade.

Decisions, fills, levels, charges and square-off are those of paper trading; the report says what could not be known.
`

export const AGENT_USAGE = `Examples:
  npm run engine -- agent walk-forward --candles NIFTY.csv.gz
  npm run engine -- agent walk-forward --candles 2023.csv --candles 2024.csv --index BANKNIFTY --lookback 50 --json
  npm run engine -- agent verify --recompute 1000

Options of walk-forward:
  --candles FILE   One-minute candles of the index; may be given several times, in any order.
  --index NAME     ${SHOWN_INDICES.join(', ')} (default NIFTY): whose options are bought.
  --lookback N     Candles in the window, ${SHORTEST_LOOKBACK} to ${LONGEST_LOOKBACK} (default: each of ${GRID_LOOKBACKS.join(', ')}).
  --warm-up N      Sessions before the first scan (default ${WARM_UP_SESSIONS}, as the product has it; fewer for a short file).
${FILE_OPTIONS}
  --json           Print one JSON object instead of text; it has every shadow trade.

Scans each session every ${GRID_MINUTES} minutes with what was known then, as the research agent does, and prints what its record would
be: leads, shadow trades and their net result, the evidence, what buying at every scan costs, how often the interval held,
and what confidences said and what was. Premiums are of the option model, by what the index moved in the twenty sessions before.

Options of verify:
  --market NAME    Whose analyses (default: of all markets in the database).
  --recompute N    Compute the newest N anew from the stored candles (default 100).
  --number N       Compute analysis N of the market anew instead.
  --id ID          The same by its id, as the API gives it.

Holds every stored analysis against its hash and the one before it; of those that are not kept any more, the hash of the last
one, and of each older one that a trade names, was written down. Reads only: gateway and engine may run meanwhile. Exit code 1
when a record was changed, taken away or put in between, or comes out otherwise.
`

export const IMPORT_OPTIONS_USAGE = `Examples:
  npm run engine -- import-options --options BANKNIFTY-options.csv.gz
  npm run engine -- import-options --options JAN.csv --options FEB.csv --market angelone

Options:
  --options FILE   Option minutes: one row for each minute and contract, those of a contract oldest first, with
                   the columns time, open, high, low, close, volume and either symbol (the broker's trading symbol, like
                   NIFTY04JAN2421700CE or SENSEX2691780500CE) or index, expiry, strike and type. Others are ignored
                   (docs/files.md: other forms). May be given several times.
  --market NAME    Whose backtests they are for (default: the market that the engine of this database trades).
${FILE_OPTIONS}

A file is stored whole or not at all. What is stored already stays as it is. Rows outside the session are left out; gaps are
counted; a contract that there cannot be, a minute twice with other prices or prices that contradict each other refuse the file with the line.
`

export const IMPORT_CANDLES_USAGE = `Examples:
  npm run engine -- import-candles --candles NIFTY-2021.csv.gz --candles NIFTY-2022.csv.gz
  npm run engine -- import-candles --candles BANKNIFTY.csv.gz --index BANKNIFTY --market angelone

Options:
  --candles FILE   One-minute candles of the index: time,open,high,low,close,volume (docs/files.md: other forms). May be given several times.
  --index NAME     ${SHOWN_INDICES.join(', ')} (default NIFTY).
  --market NAME    Whose past they are (default: the market that the engine of this database trades).
${FILE_OPTIONS}

A file is stored whole or not at all. What is stored already stays as it is. Rows outside the session are left out. The engine asks
the broker only for what is still missing; the research agent looks back on them after the engine's next start, or from the next day on.
Its record goes forward only: sessions from before its last one are searched but not walked through. Import them before the first agent
is switched on.
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

While the database is down, --all reaches the engines of this machine through SAKHA_HOME: waiting entries are called back within a
second. What is open is closed when the database is back; until then the stops at the exchange stand.
`

export const BROKER_USAGE = `Examples:
  npm run engine -- broker rotate-key

Makes a new key in broker-keys/ of the data folder, has every secret of an account at the broker opened by it, and retires the
older keys, whose files stay for backups. Engine and gateway may run meanwhile. Interrupted, it is run again: nothing is lost.
`

export const DOCTOR_USAGE = `Examples:
  npm run engine -- doctor --broker
  npm run engine -- doctor --broker --user trader@example.com

Options:
  --broker      Look at the broker that BROKER names,
  --user EMAIL  with the account that this user has connected (default: the installation's, which is signed in for it).

Reads profile, funds, books, prices, history and contracts, opens feed and order-status socket for a moment, and looks at clock
and address of this machine. Prints a line for each: ok, warn, or fail with what to do. Never sends an order. Exit code 1 when
something fails. The product may run meanwhile: its calls count against the same limits at the broker.
`
