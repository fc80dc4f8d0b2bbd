/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Changes to the paper account; what is left out stays. */
export type AccountLimitsInput = {
  /** 100–1,00,00,000 rupees; null: no such limit. */
  maxDailyLoss?: number | null | undefined;
  /** 1–100. */
  maxOpenTrades?: number | null | undefined;
  /** 10,000–1,00,00,000 rupees; can be changed only while no paper trade is open. */
  paperFunds?: number | null | undefined;
};

/** Length of a candle. */
export type CandleInterval =
  /** Fifteen minutes. */
  | 'FIFTEEN_MINUTES'
  /** Five minutes. */
  | 'FIVE_MINUTES'
  /** One minute. */
  | 'ONE_MINUTE';

/** An emergency stop. */
export type EmergencyStopInput = {
  /** The word STOP, typed by the person who means it. */
  confirm: string;
  /** Why; at most 200 characters. */
  reason?: string | null | undefined;
  /** Whom it stops. */
  scope: StopScope;
  /** Whether open trades are closed too, those included that an entry under way still opens. */
  squareOff: boolean;
  /** The strategy; only with STRATEGY. */
  strategyId?: string | number | null | undefined;
};

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

/** What a stop loss or take profit is measured in. */
export type LevelUnit =
  /** Per cent of the entry premium. */
  | 'PERCENT'
  /** Rupees of the whole trade's gross profit or loss. */
  | 'RUPEES';

/** Which right an option gives. */
export type OptionType =
  /** Call (European): gains when the index rises. */
  | 'CE'
  /** Put (European): gains when the index falls. */
  | 'PE';

/** Changes to the own profile; what is left out stays. */
export type ProfileInput = {
  /** A new address takes the place of the old one once it is confirmed. */
  email?: string | null | undefined;
  /** Full name, 1–100 characters. */
  name?: string | null | undefined;
  /** NIFTY, BANKNIFTY, SENSEX or MIDCPNIFTY. */
  tradingIndex?: string | null | undefined;
};

/** Proof that the owner is at the device. */
export type ReauthenticateInput = {
  /** With two-factor sign-in: six digits of the authenticator, or a recovery code. */
  code?: string | null | undefined;
  /** The password of the account. */
  password: string;
};

/** What an account may do. */
export type Role =
  /** Also manages strategies and the service. */
  | 'admin'
  /** Trades for itself. */
  | 'user';

/** Which way the index is expected to go. */
export type SignalSide =
  /** Up: a call is bought. */
  | 'LONG'
  /** Down: a put is bought. */
  | 'SHORT';

/** Whom an emergency stop stops. */
export type StopScope =
  /** All entries of everyone; for admins. */
  | 'GLOBAL'
  /** All entries of one strategy, whoever subscribed; for admins. */
  | 'STRATEGY'
  /** All entries of the signed-in user. */
  | 'USER';

/** Which stop is meant. */
export type StopTargetInput = {
  /** Whom it stops. */
  scope: StopScope;
  /** The strategy; only with STRATEGY. */
  strategyId?: string | number | null | undefined;
};

/** All of a user's own settings of a strategy: what is left out or empty goes back to the strategy's. */
export type SubscriptionSettingsInput = {
  /** Of NIFTY, SENSEX, BANKNIFTY and MIDCAP (or MIDCPNIFTY). */
  instruments?: Array<string> | null | undefined;
  /** Most trades a day, 1–50. */
  maxTrades?: number | null | undefined;
  /** False (real orders) is refused: there is no live trading. */
  paperTrade?: boolean | null | undefined;
  /** Lots per trade, 1–50. */
  quantity?: number | null | undefined;
  /** Most to lose in one trade, 0.1–10 per cent of the paper funds. */
  riskPerTrade?: number | null | undefined;
  /** Stop loss of the whole trade, 100–10,00,000 rupees. */
  stopLoss?: number | null | undefined;
  /** Take profit of the whole trade, 100–10,00,000 rupees. */
  takeProfit?: number | null | undefined;
  /** When to trade. */
  timeWindow?: TimeWindowInput | null | undefined;
};

/** A daily trading window, India time. An end that is left out or empty is the strategy's own. */
export type TimeWindowInput = {
  /** HH:MM, up to 15:30, after the start. */
  end?: string | null | undefined;
  /** HH:MM, from 09:15. */
  start?: string | null | undefined;
};

/** Filters and page of the trade history. */
export type TradeHistoryInput = {
  /** First entry date in India, YYYY-MM-DD. */
  fromDate?: string | null | undefined;
  /** Trades on the page, 1–200; 50 when left out. */
  limit?: number | null | undefined;
  /** Trades to skip; 0 when left out. */
  offset?: number | null | undefined;
  /** Words that must all be found in trading symbol, index or name of the strategy, whatever their case; at most 100 characters. */
  search?: string | null | undefined;
  /** Only trades that closed so; not RUNNING. */
  status?: TradeStatus | null | undefined;
  /** Only trades of this strategy. */
  strategyId?: string | number | null | undefined;
  /** Last entry date in India, YYYY-MM-DD. */
  toDate?: string | null | undefined;
};

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

export type PaperAccountQueryVariables = Exact<{ [key: string]: never; }>;


export type PaperAccountQuery = { account: { paperFunds: number, realised: number, inTrades: number, reserved: number, available: number, maxDailyLoss: number | null, realisedToday: number, maxOpenTrades: number, openTrades: number } };

export type UpdateAccountLimitsMutationVariables = Exact<{
  input: AccountLimitsInput;
}>;


export type UpdateAccountLimitsMutation = { updateAccountLimits: { paperFunds: number, realised: number, inTrades: number, reserved: number, available: number, maxDailyLoss: number | null, realisedToday: number, maxOpenTrades: number, openTrades: number } };

export type MySessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type MySessionsQuery = { mySessions: Array<{ id: string, userAgent: string, address: string, createdAt: string, lastUsedAt: string, current: boolean }> };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { endSession: boolean };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: number };

export type BeginTwoFactorMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginTwoFactorMutation = { beginTwoFactor: { secret: string, qrSvg: string } };

export type ConfirmTwoFactorMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmTwoFactorMutation = { confirmTwoFactor: { codes: Array<string> } };

export type TurnOffTwoFactorMutationVariables = Exact<{ [key: string]: never; }>;


export type TurnOffTwoFactorMutation = { turnOffTwoFactor: boolean };

export type RenewRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: { codes: Array<string> } };

export type AccountActivityQueryVariables = Exact<{
  before?: number | null | undefined;
}>;


export type AccountActivityQuery = { myAuditLog: { next: number | null, entries: Array<{ sequence: number, at: string, text: string, actor: string, address: string | null, userAgent: string | null, details: Readonly<Record<string, unknown>> }> } };

export type ExportMyDataMutationVariables = Exact<{ [key: string]: never; }>;


export type ExportMyDataMutation = { exportMyData: Readonly<Record<string, unknown>> };

export type DeleteMyAccountMutationVariables = Exact<{
  email: string;
}>;


export type DeleteMyAccountMutation = { deleteMyAccount: boolean };

export type SecondFactorWantedQueryVariables = Exact<{ [key: string]: never; }>;


export type SecondFactorWantedQuery = { me: { id: string, twoFactor: boolean } };

export type ReauthenticateMutationVariables = Exact<{
  input: ReauthenticateInput;
}>;


export type ReauthenticateMutation = { reauthenticate: boolean };

export type SquareOffPartsFragment = { closed: number, open: number, trades: Array<{ tradeId: string, option: string, status: TradeStatus, exitPrice: number | null, netProfitLossRs: number | null, problem: string | null }> };

export type StopsQueryVariables = Exact<{ [key: string]: never; }>;


export type StopsQuery = { stops: Array<{ id: string, scope: StopScope, strategyId: string | null, squareOff: boolean, reason: string, since: string }> };

export type SquareOffResultsQueryVariables = Exact<{
  stopId: string | number;
}>;


export type SquareOffResultsQuery = { squareOffResults: { closed: number, open: number, trades: Array<{ tradeId: string, option: string, status: TradeStatus, exitPrice: number | null, netProfitLossRs: number | null, problem: string | null }> } };

export type EmergencyStopMutationVariables = Exact<{
  input: EmergencyStopInput;
}>;


export type EmergencyStopMutation = { emergencyStop: { stop: { id: string }, results: { closed: number, open: number, trades: Array<{ tradeId: string, option: string, status: TradeStatus, exitPrice: number | null, netProfitLossRs: number | null, problem: string | null }> } } };

export type LiftStopMutationVariables = Exact<{
  input: StopTargetInput;
}>;


export type LiftStopMutation = { liftStop: boolean };

export type ActivateStrategiesMutationVariables = Exact<{ [key: string]: never; }>;


export type ActivateStrategiesMutation = { activateStrategies: number };

export type BarPartsFragment = { time: string, open: number, high: number, low: number, close: number, volume: number };

export type ChartQueryVariables = Exact<{
  symbol: string;
  interval: CandleInterval;
}>;


export type ChartQuery = { chart: { currentPrice: number | null, change: number | null, changePercent: number | null, lastUpdated: string | null, chartData: Array<{ time: string, open: number, high: number, low: number, close: number, volume: number }> } };

export type CandlesBeforeQueryVariables = Exact<{
  symbol: string;
  interval: CandleInterval;
  limit: number;
  before?: string | null | undefined;
}>;


export type CandlesBeforeQuery = { candles: Array<{ time: string, open: number, high: number, low: number, close: number, volume: number }> };

export type CandleClosedSubscriptionVariables = Exact<{
  symbol: string;
}>;


export type CandleClosedSubscription = { candleClosed: { time: string } };

export type ChartMarkersQueryVariables = Exact<{
  trades: number;
  denials: number;
}>;


export type ChartMarkersQuery = { trades: Array<{ id: string, index: string, strike: number, optionType: OptionType, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, profitLossRs: number | null, entryTime: string, exitTime: string | null }>, denials: Array<{ id: string, time: string, strategy: string, strategyId: string, index: string, side: SignalSide, text: string }> };

export type UserPartsFragment = { id: string, name: string, email: string, role: Role, tradingIndex: string, createdAt: string, emailVerified: boolean, pendingEmail: string | null, twoFactor: boolean };

export type ProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileQuery = { me: { id: string, name: string, email: string, role: Role, tradingIndex: string, createdAt: string, emailVerified: boolean, pendingEmail: string | null, twoFactor: boolean }, myStrategies: Array<{ id: string, strategyId: string, name: string, type: string, isActive: boolean, paperTrade: boolean }>, tradeHistory: { totalTrades: number }, liveTrades: Array<{ id: string }> };

export type UpdateProfileMutationVariables = Exact<{
  input: ProfileInput;
}>;


export type UpdateProfileMutation = { updateProfile: { id: string, name: string, email: string, role: Role, tradingIndex: string, createdAt: string, emailVerified: boolean, pendingEmail: string | null, twoFactor: boolean } };

export type ResendVerificationMutationVariables = Exact<{
  email: string;
}>;


export type ResendVerificationMutation = { resendVerification: boolean };

export type DenialPartsFragment = { id: string, time: string, strategy: string, strategyId: string, index: string, side: SignalSide, text: string };

export type DenialsQueryVariables = Exact<{
  strategyId?: string | number | null | undefined;
  cursor?: string | number | null | undefined;
  limit: number;
}>;


export type DenialsQuery = { denials: Array<{ id: string, time: string, strategy: string, strategyId: string, index: string, side: SignalSide, text: string }> };

export type SignalDeniedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type SignalDeniedSubscription = { signalDenied: { id: string, time: string, strategy: string, strategyId: string, index: string, side: SignalSide, text: string } };

export type PerformancePartsFragment = { totalTrades: number, winRate: number | null, totalPnL: number };

export type AvailableStrategiesQueryVariables = Exact<{ [key: string]: never; }>;


export type AvailableStrategiesQuery = { availableStrategies: Array<{ id: string, name: string, description: string, type: string, category: string, interval: CandleInterval, longRule: string | null, shortRule: string | null, maxTrades: number, stopLoss: number, riskPerTrade: number, takeProfit: number, quantity: number, instruments: Array<string>, subscribed: boolean, timeWindow: { start: string, end: string }, performance: { totalTrades: number, winRate: number | null, totalPnL: number } }> };

export type UserStrategyPartsFragment = { id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, riskPerTrade: number, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string }, stopLoss: { unit: LevelUnit, value: number }, takeProfit: { unit: LevelUnit, value: number }, customSettings: { maxTrades: number | null, riskPerTrade: number | null, stopLoss: number | null, takeProfit: number | null, quantity: number | null, instruments: Array<string>, timeWindow: { start: string | null, end: string | null } } };

export type MyStrategiesQueryVariables = Exact<{ [key: string]: never; }>;


export type MyStrategiesQuery = { myStrategies: Array<{ id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, riskPerTrade: number, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string }, stopLoss: { unit: LevelUnit, value: number }, takeProfit: { unit: LevelUnit, value: number }, customSettings: { maxTrades: number | null, riskPerTrade: number | null, stopLoss: number | null, takeProfit: number | null, quantity: number | null, instruments: Array<string>, timeWindow: { start: string | null, end: string | null } } }> };

export type SubscribeStrategyMutationVariables = Exact<{
  strategyId: string | number;
}>;


export type SubscribeStrategyMutation = { subscribeStrategy: { id: string } };

export type UnsubscribeStrategyMutationVariables = Exact<{
  id: string | number;
}>;


export type UnsubscribeStrategyMutation = { unsubscribeStrategy: boolean };

export type ToggleSubscriptionMutationVariables = Exact<{
  id: string | number;
}>;


export type ToggleSubscriptionMutation = { toggleSubscription: { id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, riskPerTrade: number, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string }, stopLoss: { unit: LevelUnit, value: number }, takeProfit: { unit: LevelUnit, value: number }, customSettings: { maxTrades: number | null, riskPerTrade: number | null, stopLoss: number | null, takeProfit: number | null, quantity: number | null, instruments: Array<string>, timeWindow: { start: string | null, end: string | null } } } };

export type TogglePaperTradeMutationVariables = Exact<{
  id: string | number;
}>;


export type TogglePaperTradeMutation = { togglePaperTrade: { id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, riskPerTrade: number, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string }, stopLoss: { unit: LevelUnit, value: number }, takeProfit: { unit: LevelUnit, value: number }, customSettings: { maxTrades: number | null, riskPerTrade: number | null, stopLoss: number | null, takeProfit: number | null, quantity: number | null, instruments: Array<string>, timeWindow: { start: string | null, end: string | null } } } };

export type UpdateSubscriptionSettingsMutationVariables = Exact<{
  id: string | number;
  input: SubscriptionSettingsInput;
}>;


export type UpdateSubscriptionSettingsMutation = { updateSubscriptionSettings: { id: string, strategyId: string, name: string, type: string, description: string, isActive: boolean, paperTrade: boolean, maxTrades: number, quantity: number, instruments: Array<string>, riskPerTrade: number, subscribedAt: string, performance: { totalTrades: number, winRate: number | null, totalPnL: number }, timeWindow: { start: string, end: string }, stopLoss: { unit: LevelUnit, value: number }, takeProfit: { unit: LevelUnit, value: number }, customSettings: { maxTrades: number | null, riskPerTrade: number | null, stopLoss: number | null, takeProfit: number | null, quantity: number | null, instruments: Array<string>, timeWindow: { start: string | null, end: string | null } } } };

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { dashboard: { todayStats: { closedPnL: number, totalTrades: number, activeStrategies: number, todayFundsUsed: number }, liveTrades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null }> } };

export type DayResultQueryVariables = Exact<{
  day: string;
}>;


export type DayResultQuery = { tradeHistory: { totalTrades: number, winRate: number | null } };

export type LiveTradesQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveTradesQuery = { liveTrades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null }> };

export type TradeChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type TradeChangedSubscription = { tradeChanged: { id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null } };

export type CloseTradeMutationVariables = Exact<{
  id: string | number;
}>;


export type CloseTradeMutation = { closeTrade: { id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null } };

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
  input: TradeHistoryInput;
}>;


export type TradeHistoryQuery = { tradeHistory: { totalTrades: number, profitableTrades: number, winRate: number | null, totalProfitRs: number, trades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null }> } };

export type TradedStrategiesQueryVariables = Exact<{ [key: string]: never; }>;


export type TradedStrategiesQuery = { tradedStrategies: Array<{ id: string, name: string }> };

export type RecentTradesQueryVariables = Exact<{
  limit: number;
}>;


export type RecentTradesQuery = { trades: Array<{ id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null }> };

export type TradePartsFragment = { id: string, option: string, index: string, strike: number, optionType: OptionType, expiry: string, strategy: string, signal: SignalSide, mode: TradeMode, entryPrice: number, exitPrice: number | null, target: number, sl: number, trailingStopPercent: number | null, lots: number, quantity: number, fundUsed: number, profitLossRs: number | null, charges: number, netProfitLossRs: number | null, status: TradeStatus, exitReason: ExitReason | null, closing: boolean, opened: string | null, closed: string | null, entryTime: string, exitTime: string | null, ltp: number | null };

export const SquareOffPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SquareOffParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SquareOffResults"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeId"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}}]}}]}}]} as unknown as DocumentNode<SquareOffPartsFragment, unknown>;
export const BarPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BarParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Candle"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"high"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"close"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}}]}}]} as unknown as DocumentNode<BarPartsFragment, unknown>;
export const UserPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tradingIndex"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}},{"kind":"Field","name":{"kind":"Name","value":"twoFactor"}}]}}]} as unknown as DocumentNode<UserPartsFragment, unknown>;
export const DenialPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DenialParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Denial"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<DenialPartsFragment, unknown>;
export const PerformancePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<PerformancePartsFragment, unknown>;
export const UserStrategyPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserStrategyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserStrategy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"customSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<UserStrategyPartsFragment, unknown>;
export const MarketStatusPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusPartsFragment, unknown>;
export const TradePartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradePartsFragment, unknown>;
export const PaperAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PaperAccount"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paperFunds"}},{"kind":"Field","name":{"kind":"Name","value":"realised"}},{"kind":"Field","name":{"kind":"Name","value":"inTrades"}},{"kind":"Field","name":{"kind":"Name","value":"reserved"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"maxDailyLoss"}},{"kind":"Field","name":{"kind":"Name","value":"realisedToday"}},{"kind":"Field","name":{"kind":"Name","value":"maxOpenTrades"}},{"kind":"Field","name":{"kind":"Name","value":"openTrades"}}]}}]}}]} as unknown as DocumentNode<PaperAccountQuery, PaperAccountQueryVariables>;
export const UpdateAccountLimitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateAccountLimits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AccountLimitsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateAccountLimits"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"paperFunds"}},{"kind":"Field","name":{"kind":"Name","value":"realised"}},{"kind":"Field","name":{"kind":"Name","value":"inTrades"}},{"kind":"Field","name":{"kind":"Name","value":"reserved"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"maxDailyLoss"}},{"kind":"Field","name":{"kind":"Name","value":"realisedToday"}},{"kind":"Field","name":{"kind":"Name","value":"maxOpenTrades"}},{"kind":"Field","name":{"kind":"Name","value":"openTrades"}}]}}]}}]} as unknown as DocumentNode<UpdateAccountLimitsMutation, UpdateAccountLimitsMutationVariables>;
export const MySessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MySessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mySessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"current"}}]}}]}}]} as unknown as DocumentNode<MySessionsQuery, MySessionsQueryVariables>;
export const EndSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndOtherSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endOtherSessions"}}]}}]} as unknown as DocumentNode<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const BeginTwoFactorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginTwoFactor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginTwoFactor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"qrSvg"}}]}}]}}]} as unknown as DocumentNode<BeginTwoFactorMutation, BeginTwoFactorMutationVariables>;
export const ConfirmTwoFactorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmTwoFactor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"code"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmTwoFactor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"code"},"value":{"kind":"Variable","name":{"kind":"Name","value":"code"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codes"}}]}}]}}]} as unknown as DocumentNode<ConfirmTwoFactorMutation, ConfirmTwoFactorMutationVariables>;
export const TurnOffTwoFactorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TurnOffTwoFactor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"turnOffTwoFactor"}}]}}]} as unknown as DocumentNode<TurnOffTwoFactorMutation, TurnOffTwoFactorMutationVariables>;
export const RenewRecoveryCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renewRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"codes"}}]}}]}}]} as unknown as DocumentNode<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const AccountActivityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AccountActivity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myAuditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sequence"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"actor"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"userAgent"}},{"kind":"Field","name":{"kind":"Name","value":"details"}}]}},{"kind":"Field","name":{"kind":"Name","value":"next"}}]}}]}}]} as unknown as DocumentNode<AccountActivityQuery, AccountActivityQueryVariables>;
export const ExportMyDataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExportMyData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportMyData"}}]}}]} as unknown as DocumentNode<ExportMyDataMutation, ExportMyDataMutationVariables>;
export const DeleteMyAccountDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteMyAccount"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteMyAccount"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}]}]}}]} as unknown as DocumentNode<DeleteMyAccountMutation, DeleteMyAccountMutationVariables>;
export const SecondFactorWantedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SecondFactorWanted"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"twoFactor"}}]}}]}}]} as unknown as DocumentNode<SecondFactorWantedQuery, SecondFactorWantedQueryVariables>;
export const ReauthenticateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reauthenticate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReauthenticateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reauthenticate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ReauthenticateMutation, ReauthenticateMutationVariables>;
export const StopsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Stops"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stops"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"scope"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"squareOff"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"since"}}]}}]}}]} as unknown as DocumentNode<StopsQuery, StopsQueryVariables>;
export const SquareOffResultsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SquareOffResults"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"stopId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"squareOffResults"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"stopId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"stopId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SquareOffParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SquareOffParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SquareOffResults"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeId"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}}]}}]}}]} as unknown as DocumentNode<SquareOffResultsQuery, SquareOffResultsQueryVariables>;
export const EmergencyStopDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EmergencyStop"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EmergencyStopInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"emergencyStop"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stop"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SquareOffParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SquareOffParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SquareOffResults"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeId"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}}]}}]}}]} as unknown as DocumentNode<EmergencyStopMutation, EmergencyStopMutationVariables>;
export const LiftStopDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"LiftStop"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StopTargetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liftStop"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<LiftStopMutation, LiftStopMutationVariables>;
export const ActivateStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ActivateStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"activateStrategies"}}]}}]} as unknown as DocumentNode<ActivateStrategiesMutation, ActivateStrategiesMutationVariables>;
export const ChartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Chart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CandleInterval"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}},{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currentPrice"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"changePercent"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"chartData"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BarParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BarParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Candle"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"high"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"close"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}}]}}]} as unknown as DocumentNode<ChartQuery, ChartQueryVariables>;
export const CandlesBeforeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CandlesBefore"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"interval"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CandleInterval"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTimeISO"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"candles"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}},{"kind":"Argument","name":{"kind":"Name","value":"interval"},"value":{"kind":"Variable","name":{"kind":"Name","value":"interval"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"BarParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"BarParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Candle"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"open"}},{"kind":"Field","name":{"kind":"Name","value":"high"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"close"}},{"kind":"Field","name":{"kind":"Name","value":"volume"}}]}}]} as unknown as DocumentNode<CandlesBeforeQuery, CandlesBeforeQueryVariables>;
export const CandleClosedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CandleClosed"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"candleClosed"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbol"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbol"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]} as unknown as DocumentNode<CandleClosedSubscription, CandleClosedSubscriptionVariables>;
export const ChartMarkersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChartMarkers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"trades"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"denials"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"trades"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"denials"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"denials"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DenialParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DenialParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Denial"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<ChartMarkersQuery, ChartMarkersQueryVariables>;
export const ProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Profile"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"myStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tradeHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tradingIndex"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}},{"kind":"Field","name":{"kind":"Name","value":"twoFactor"}}]}}]} as unknown as DocumentNode<ProfileQuery, ProfileQueryVariables>;
export const UpdateProfileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProfile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ProfileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProfile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"User"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"tradingIndex"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}},{"kind":"Field","name":{"kind":"Name","value":"twoFactor"}}]}}]} as unknown as DocumentNode<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const ResendVerificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResendVerification"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"email"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resendVerification"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"email"},"value":{"kind":"Variable","name":{"kind":"Name","value":"email"}}}]}]}}]} as unknown as DocumentNode<ResendVerificationMutation, ResendVerificationMutationVariables>;
export const DenialsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Denials"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"denials"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"strategyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}}},{"kind":"Argument","name":{"kind":"Name","value":"cursor"},"value":{"kind":"Variable","name":{"kind":"Name","value":"cursor"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DenialParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DenialParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Denial"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<DenialsQuery, DenialsQueryVariables>;
export const SignalDeniedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SignalDenied"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"signalDenied"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DenialParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DenialParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Denial"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"time"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"side"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]} as unknown as DocumentNode<SignalDeniedSubscription, SignalDeniedSubscriptionVariables>;
export const AvailableStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AvailableStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"availableStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}},{"kind":"Field","name":{"kind":"Name","value":"longRule"}},{"kind":"Field","name":{"kind":"Name","value":"shortRule"}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribed"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}}]} as unknown as DocumentNode<AvailableStrategiesQuery, AvailableStrategiesQueryVariables>;
export const MyStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MyStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"myStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserStrategyParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserStrategyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserStrategy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"customSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}}]} as unknown as DocumentNode<MyStrategiesQuery, MyStrategiesQueryVariables>;
export const SubscribeStrategyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubscribeStrategy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subscribeStrategy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"strategyId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"strategyId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<SubscribeStrategyMutation, SubscribeStrategyMutationVariables>;
export const UnsubscribeStrategyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UnsubscribeStrategy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unsubscribeStrategy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<UnsubscribeStrategyMutation, UnsubscribeStrategyMutationVariables>;
export const ToggleSubscriptionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ToggleSubscription"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"toggleSubscription"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserStrategyParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserStrategyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserStrategy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"customSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}}]} as unknown as DocumentNode<ToggleSubscriptionMutation, ToggleSubscriptionMutationVariables>;
export const TogglePaperTradeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TogglePaperTrade"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"togglePaperTrade"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserStrategyParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserStrategyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserStrategy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"customSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}}]} as unknown as DocumentNode<TogglePaperTradeMutation, TogglePaperTradeMutationVariables>;
export const UpdateSubscriptionSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSubscriptionSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SubscriptionSettingsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateSubscriptionSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserStrategyParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PerformanceParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Performance"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalPnL"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserStrategyParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserStrategy"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"strategyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"paperTrade"}},{"kind":"Field","name":{"kind":"Name","value":"performance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PerformanceParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"customSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timeWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}},{"kind":"Field","name":{"kind":"Name","value":"maxTrades"}},{"kind":"Field","name":{"kind":"Name","value":"riskPerTrade"}},{"kind":"Field","name":{"kind":"Name","value":"stopLoss"}},{"kind":"Field","name":{"kind":"Name","value":"takeProfit"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"instruments"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subscribedAt"}}]}}]} as unknown as DocumentNode<UpdateSubscriptionSettingsMutation, UpdateSubscriptionSettingsMutationVariables>;
export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"todayStats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"closedPnL"}},{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"activeStrategies"}},{"kind":"Field","name":{"kind":"Name","value":"todayFundsUsed"}}]}},{"kind":"Field","name":{"kind":"Name","value":"liveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const DayResultDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DayResult"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"day"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"fromDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"toDate"},"value":{"kind":"Variable","name":{"kind":"Name","value":"day"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}}]}}]}}]} as unknown as DocumentNode<DayResultQuery, DayResultQueryVariables>;
export const LiveTradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LiveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liveTrades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<LiveTradesQuery, LiveTradesQueryVariables>;
export const TradeChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TradeChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradeChangedSubscription, TradeChangedSubscriptionVariables>;
export const CloseTradeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CloseTrade"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"closeTrade"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<CloseTradeMutation, CloseTradeMutationVariables>;
export const MarketStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MarketStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketStatusParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusQuery, MarketStatusQueryVariables>;
export const MarketStatusChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MarketStatusChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"marketStatusChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MarketStatusParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MarketStatusParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MarketStatus"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sandbox"}},{"kind":"Field","name":{"kind":"Name","value":"speed"}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"realStart"}},{"kind":"Field","name":{"kind":"Name","value":"marketStart"}},{"kind":"Field","name":{"kind":"Name","value":"sessionOpen"}},{"kind":"Field","name":{"kind":"Name","value":"sessionClose"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isOpen"}},{"kind":"Field","name":{"kind":"Name","value":"engineRunning"}},{"kind":"Field","name":{"kind":"Name","value":"feedConnected"}}]}}]} as unknown as DocumentNode<MarketStatusChangedSubscription, MarketStatusChangedSubscriptionVariables>;
export const PricesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Prices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"symbols"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"symbols"},"value":{"kind":"Variable","name":{"kind":"Name","value":"symbols"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"symbol"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"time"}}]}}]}}]} as unknown as DocumentNode<PricesSubscription, PricesSubscriptionVariables>;
export const TradeHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradeHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TradeHistoryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradeHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalTrades"}},{"kind":"Field","name":{"kind":"Name","value":"profitableTrades"}},{"kind":"Field","name":{"kind":"Name","value":"winRate"}},{"kind":"Field","name":{"kind":"Name","value":"totalProfitRs"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<TradeHistoryQuery, TradeHistoryQueryVariables>;
export const TradedStrategiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TradedStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tradedStrategies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<TradedStrategiesQuery, TradedStrategiesQueryVariables>;
export const RecentTradesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecentTrades"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trades"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TradeParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TradeParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Trade"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"option"}},{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"strike"}},{"kind":"Field","name":{"kind":"Name","value":"optionType"}},{"kind":"Field","name":{"kind":"Name","value":"expiry"}},{"kind":"Field","name":{"kind":"Name","value":"strategy"}},{"kind":"Field","name":{"kind":"Name","value":"signal"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"entryPrice"}},{"kind":"Field","name":{"kind":"Name","value":"exitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"target"}},{"kind":"Field","name":{"kind":"Name","value":"sl"}},{"kind":"Field","name":{"kind":"Name","value":"trailingStopPercent"}},{"kind":"Field","name":{"kind":"Name","value":"lots"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"fundUsed"}},{"kind":"Field","name":{"kind":"Name","value":"profitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"charges"}},{"kind":"Field","name":{"kind":"Name","value":"netProfitLossRs"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"exitReason"}},{"kind":"Field","name":{"kind":"Name","value":"closing"}},{"kind":"Field","name":{"kind":"Name","value":"opened"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"entryTime"}},{"kind":"Field","name":{"kind":"Name","value":"exitTime"}},{"kind":"Field","name":{"kind":"Name","value":"ltp"}}]}}]} as unknown as DocumentNode<RecentTradesQuery, RecentTradesQueryVariables>;