/** One tab of the playground. */
interface Example {
  readonly query: string
  readonly variables?: string
}

/** What the API answers, worked out: a tab each, to start from. GraphiQL begins with the first, and without its variables: it has none. */
export const EXAMPLES: readonly Example[] = [
  {
    query: `# Your latest trades with the rule that made each,
# and the values it compared. Ctrl Enter runs it.
query TradesWithReasons {
  trades(limit: 20) {
    option
    strategy
    status
    entryTime
    exitReason
    netProfitLossRs
    why {
      rule
      values {
        operand
        value
      }
    }
  }
}
`,
  },
  {
    query: `# Your closed trades by strategy,
# with the equity after each.
query ResultsByStrategy($mode: TradeMode!) {
  report(input: { mode: $mode }) {
    trades
    net
    winRate
    strategies {
      strategy
      trades
      net
      winRate
    }
    equity {
      at
      equity
    }
  }
}
`,
    variables: `{ "mode": "PAPER" }`,
  },
  {
    query: `# Your equity, and by strategy how each weekday went.
# "worstDrawdown" is of that cell's trades alone.
query EquityByStrategy($mode: TradeMode!) {
  report(input: { mode: $mode }) {
    equity {
      at
      equity
    }
  }
  performance(mode: $mode, by: [STRATEGY, WEEKDAY]) {
    strategy
    weekday
    trades
    wins
    gross
    charges
    net
    worstDrawdown
  }
}
`,
    variables: `{ "mode": "PAPER" }`,
  },
  {
    query: `# All users, for analysts: only what at least 20 of them
# have a part in, and days that are over.
query AllUsersByHour($mode: TradeMode!) {
  performanceOfAll(
    mode: $mode
    by: [STRATEGY, SYMBOL, HOUR]
  ) {
    strategy
    symbol
    hour
    trades
    wins
    net
  }
}
`,
    variables: `{ "mode": "PAPER" }`,
  },
  {
    query: `# Signals that were not traded.
# The reason is a code, the text has its numbers.
query DenialsByReason {
  denials(first: 50) {
    edges {
      node {
        time
        index
        strategy
        side
        reason
        text
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  },
  {
    query: `# Candles, the oldest first; "before" goes further back.
query Candles($symbol: String!) {
  candles(
    symbol: $symbol
    interval: FIVE_MINUTES
    limit: 75
  ) {
    time
    open
    high
    low
    close
    volume
  }
}
`,
    variables: `{ "symbol": "NIFTY" }`,
  },
  {
    query: `# Candles with indicators beside them, as strategies
# compute them; null is not warm yet.
query CandlesAndIndicators($symbol: String!) {
  indicators(
    symbol: $symbol
    interval: FIVE_MINUTES
    limit: 75
    specs: ["ema(9)", "ema(21)", "rsi(14)", "supertrend(10,3)"]
  ) {
    candles {
      time
      close
    }
    columns {
      spec
      output
      values
    }
  }
}
`,
    variables: `{ "symbol": "NIFTY" }`,
  },
  {
    query: `# What the research agent said last, and why.
query AgentAnalyses {
  agentAnalyses(input: { first: 10 }) {
    edges {
      node {
        candleAt
        index
        lookback
        verdict
        reason
        sentence
      }
    }
  }
}
`,
  },
  {
    query: `# How far the agent's words can be trusted:
# the shares it said, and what they were.
query AgentCalibration {
  agentKeys {
    index
    lookback
    outcomes
    brier
    baseBrier
    coverage
    open
    reliability {
      said
      was
      count
    }
  }
}
`,
  },
  {
    query: `# Prices as they move, over the socket.
# The same button stops it.
subscription LivePrices {
  prices(symbols: ["NIFTY", "BANKNIFTY"]) {
    symbol
    price
    time
  }
}
`,
  },
]
