import { addDays, type IsoDate } from '../../../schema/time.ts'

/** A stretch of days with a name; empty texts are no bounds. */
export interface Period {
  readonly label: string
  readonly from: IsoDate | ''
  readonly to: IsoDate | ''
}

export const ALL_TIME: Period = { label: 'All time', from: '', to: '' }

/** The presets beside single dates, counted back from a day; for an unknown day (null) all time only. */
export function periods(today: IsoDate | null): readonly Period[] {
  if (today === null) return [ALL_TIME]
  return [
    ALL_TIME,
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'Last 30 days', from: addDays(today, -29), to: today },
    { label: 'This month', from: `${today.slice(0, 7)}-01`, to: today },
    { label: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
    { label: 'Financial year', from: `${financialYear(today)}-04-01`, to: today },
  ]
}

/** In India it begins on 1 April. */
function financialYear(today: IsoDate): string {
  const year = Number(today.slice(0, 4))
  return String(today.slice(5) < '04-01' ? year - 1 : year)
}
