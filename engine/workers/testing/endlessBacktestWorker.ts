/** A worker of BacktestDesk that never answers. */
export default function answer(): never {
  for (;;);
}
