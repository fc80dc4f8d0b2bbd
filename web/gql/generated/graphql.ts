/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Length of a candle. */
export type CandleInterval =
  /** Fifteen minutes. */
  | 'FIFTEEN_MINUTES'
  /** Five minutes. */
  | 'FIVE_MINUTES'
  /** One minute. */
  | 'ONE_MINUTE';

/** Why a trade was closed. */
export type ExitReason =
  /** an emergency stop closed it. */
  | 'EMERGENCY'
  /** you closed it. */
  | 'MANUAL'
  /** its market was replaced by another. */
  | 'MARKET_CHANGED'
  /** the strategy signalled the other way. */
  | 'OPPOSITE_SIGNAL'
  /** the session was about to close. */
  | 'SESSION_END'
  /** the premium fell to the stop loss. */
  | 'STOP'
  /** the premium reached the target. */
  | 'TARGET'
  /** the premium fell back to the trailing stop. */
  | 'TRAILING_STOP'
  /** the trading window ended. */
  | 'WINDOW_END';

/** Which right an option gives. */
export type OptionType =
  /** Call (European): gains when the index rises. */
  | 'CE'
  /** Put (European): gains when the index falls. */
  | 'PE';

/** Which way the index is expected to go. */
export type SignalSide =
  /** Up: a call is bought. */
  | 'LONG'
  /** Down: a put is bought. */
  | 'SHORT';

/** Whose money. */
export type TradeMode =
  /** Real orders at the broker. */
  | 'LIVE'
  /** Simulated fills at live quotes; no money moves. */
  | 'PAPER';

/** Open, or how it closed. */
export type TradeStatus =
  /** Closed for another reason; see exitReason. */
  | 'COMPLETED'
  /** Open. */
  | 'RUNNING'
  /** Closed at its stop loss. */
  | 'STOPLOSS_HIT'
  /** Closed at its target. */
  | 'TARGET_HIT';

export type ChartQueryVariables = Exact<{
  symbol: string;
  interval: CandleInterval;
}>;


export type ChartQuery = { chart: { currentPrice: number | null, change: number | null, changePercent: number | null, lastUpdated: string | null, chartData: Array<{ time: string, open: number, high: number, low: number, close: number }> } };

export type CandleClosedSubscriptionVariables = Exact<{
  symbol: string;
}>;


export type CandleClosedSubscription = { candleClosed: { time: string } };

export type PerformancePartsFragment = { totalTrades: number, winRate: number | null, totalPnL: number };

export type AvailableStrategiesQueryVariables = Exact<{ [key: string]: never; }>;


export type AvailableStrategiesQuery = { availableStrategies: Array<{ id: string, name: string, description: string, type: string, category: string, interval: CandleInterval, longRule: string | null, shortRule: string | null, maxTrades: number, stopLoss: number, takeProfit: number, quantity: number, instruments: Array<string>, subscribed: boolean, timeWindow: { start: string, end: string }, performance: { totalTrades: number, winRate: number | null, totalPnL: number } }> };

export type MyStrategiesQueryVariables = Exact<{ [key: string]: never; }>;


export type MyStrategiesQuery = { myStrategies: Array<{ id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string } }> };

export type SubscribeStrategyMutationVariables = Exact<{
  strategyId: string | number;
}>;


export type SubscribeStrategyMutation = { subscribeStrategy: { id: string } };

export type UnsubscribeStrategyMutationVariables = Exact<{
  id: string | number;
}>;


export type UnsubscribeStrategyMutation = { unsubscribeStrategy: boolean };

export type DayResultQueryVariables = Exact<{
  day: string;
}>;


export type DayResultQuery = { tradeHistory: { totalTrades: number, winRate: number | null } };

export type LiveTradesQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveTradesQuery = { liveTrades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, entryTime: string, exitTime: string | null, ltp: number | null }> };

export type TradeChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type TradeChangedSubscription = { tradeChanged: { id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, entryTime: string, exitTime: string | null, ltp: number | null } };

export type MarketStatusPartsFragment = { sandbox: boolean, speed: number, isOpen: boolean, engineRunning: boolean, feedConnected: boolean, segments: Array<{ realStart: string, marketStart: string, sessionOpen: string, sessionClose: string }> };

export type MarketStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type MarketStatusQuery = { marketStatus: { sandbox: boolean, speed: number, isOpen: boolean, engineRunning: boolean, feedConnected: boolean, segments: Array<{ realStart: string, marketStart: string, sessionOpen: string, sessionClose: string }> } };

export type MarketStatusChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type MarketStatusChangedSubscription = { marketStatusChanged: { sandbox: boolean, speed: number, isOpen: boolean, engineRunning: boolean, feedConnected: boolean, segments: Array<{ realStart: string, marketStart: string, sessionOpen: string, sessionClose: string }> } };

export type PricesSubscriptionVariables = Exact<{
  symbols: Array<string> | string;
}>;


export type PricesSubscription = { prices: Array<{ symbol: string, price: number, time: string }> };

export type TradeHistoryQueryVariables = Exact<{
  limit: number;
  offset: number;
}>;


export type TradeHistoryQuery = { tradeHistory: { totalTrades: number, profitableTrades: number, winRate: number | null, totalProfitRs: number, trades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, entryTime: string, exitTime: string | null, ltp: number | null }> } };

export type TradePartsFragment = { id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, entryTime: string, exitTime: string | null, ltp: number | null };

export const PerformancePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<PerformancePartsFragment, unknown>;
export const MarketStatusPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusPartsFragment, unknown>;
export const TradePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradePartsFragment, unknown>;
export const ChartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Chart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CandleInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}},{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPrice"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"changePercent"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"chartData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"high"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"close"}}]}}]}}]}}]} as unknown as DocumentNode<ChartQuery, ChartQueryVariables>;
export const CandleClosedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CandleClosed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"candleClosed"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]} as unknown as DocumentNode<CandleClosedSubscription, CandleClosedSubscriptionVariables>;
export const AvailableStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AvailableStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"availableStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"longRule"}},{"kind":"Field","name":{"kind":"Name","value":"shortRule"}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<AvailableStrategiesQuery, AvailableStrategiesQueryVariables>;
export const MyStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<MyStrategiesQuery, MyStrategiesQueryVariables>;
export const SubscribeStrategyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubscribeStrategy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscribeStrategy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"strategyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<SubscribeStrategyMutation, SubscribeStrategyMutationVariables>;
export const UnsubscribeStrategyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnsubscribeStrategy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unsubscribeStrategy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<UnsubscribeStrategyMutation, UnsubscribeStrategyMutationVariables>;
export const DayResultDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DayResult"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"day"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"fromDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"toDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}}]}}]}}]} as unknown as DocumentNode<DayResultQuery, DayResultQueryVariables>;
export const LiveTradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LiveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<LiveTradesQuery, LiveTradesQueryVariables>;
export const TradeChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TradeChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradeChangedSubscription, TradeChangedSubscriptionVariables>;
export const MarketStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketStatusParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusQuery, MarketStatusQueryVariables>;
export const MarketStatusChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MarketStatusChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketStatusChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketStatusParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusChangedSubscription, MarketStatusChangedSubscriptionVariables>;
export const PricesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Prices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbols"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbols"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbols"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]} as unknown as DocumentNode<PricesSubscription, PricesSubscriptionVariables>;
export const TradeHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradeHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"profitableTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalProfitRs"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradeHistoryQuery, TradeHistoryQueryVariables>;