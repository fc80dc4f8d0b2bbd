/** Of a label on an axis, in CSS pixels. */
export const TAG_HEIGHT = 18

interface AxisTagProps {
  /** Its left edge and its middle. */
  x: number
  y: number
  width: number
  fill: string
  text: string
}

/** A label on an axis of a chart that stands out from the scale's own. */
export function AxisTag({ x, y, width, fill, text }: AxisTagProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect y={-TAG_HEIGHT / 2} width={width} height={TAG_HEIGHT} rx={4} fill={fill} />
      <text x={width / 2} dy="0.33em" textAnchor="middle" fontSize={11} fontWeight={650} fill="var(--ground)">
        {text}
      </text>
    </g>
  )
}
