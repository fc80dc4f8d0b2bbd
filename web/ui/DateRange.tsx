import { DateField } from './DateField.tsx'

interface DateRangeProps {
  /** YYYY-MM-DD, or empty for no bound. */
  from: string
  to: string
  /** Called with the end that was changed, also with what is no date. */
  onChange: (changed: { readonly from: string } | { readonly to: string }) => void
}

/** The first and the last day of what is shown. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <>
      <DateField label="From" value={from} onChange={(changed) => onChange({ from: changed })} />
      <DateField label="To" value={to} onChange={(changed) => onChange({ to: changed })} />
    </>
  )
}
