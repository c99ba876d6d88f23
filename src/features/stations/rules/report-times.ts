/** ms by which the clock of a sender may be wrong before its times are corrected; a message takes some time itself */
const TOLERANCE_MS = 5000

/** What a report says of times. `sentAt`: when it was sent; left out: its sender's clock is right */
interface ReportTimes {
  sentAt?: Date | undefined
  endedAt?: Date | undefined
  startedAt?: Date | undefined
}

/** Returns a report whose times are by the clock of the site, whatever that of its sender says. @param now when it came (ms) */
export function withSiteTimes<Report extends ReportTimes>(report: Report, now: number): Report {
  const { sentAt, endedAt, startedAt } = report
  const ahead = sentAt === undefined ? 0 : sentAt.getTime() - now
  if (Math.abs(ahead) <= TOLERANCE_MS) return report
  const shift = (date: Date | undefined): Date | undefined => date && new Date(Math.max(0, date.getTime() - ahead))
  return { ...report, endedAt: shift(endedAt), startedAt: shift(startedAt) }
}
