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
