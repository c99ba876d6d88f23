import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALENDAR_WEEKS, compareMonths, dayNumber, dayText, firstCalendarDay, layOutCalendar, parseDay, weekday } from './calendar.ts'

const day = (text: string): number => parseDay(text)

describe('the first day of the calendar', () => {
  test.each([
    ['2026-11-24', '2025-11-24'],
    ['2026-11-22', '2025-11-17'],
    ['2026-01-01', '2024-12-30'],
    ['2024-02-29', '2023-02-27'],
    ['2025-02-28', '2024-02-26'],
    ['2024-12-31', '2024-01-01'],
  ])('for %s is %s', (today, first) => {
    expect(dayText(firstCalendarDay(day(today)))).toBe(first)
  })

  test('is a Monday 52 weeks before the Monday of the week', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1971-06-01'), max: new Date('2200-01-01'), noInvalidDate: true }), date => {
        const today = dayNumber(date.getTime())
        const first = firstCalendarDay(today)
        expect(weekday(first)).toBe(0)
        expect(new Date(`${dayText(first)}T12:00Z`).getUTCDay()).toBe(1)
        expect(today - first).toBe(7 * (CALENDAR_WEEKS - 1) + weekday(today))
      }),
    )
  })
})

describe('the calendar', () => {
  const counted = (first: string, ...counts: number[]) => layOutCalendar(day(first), counts)

  test('has a column for each week and a row for each weekday, across the end of a year', () => {
    const { days } = counted('2025-12-29', 0, 0, 0, 2, 0, 0, 0, 1)
    expect(days.map(each => [dayText(each.day), each.week, each.weekday])).toEqual([
      ['2025-12-29', 0, 0],
      ['2025-12-30', 0, 1],
      ['2025-12-31', 0, 2],
      ['2026-01-01', 0, 3],
      ['2026-01-02', 0, 4],
      ['2026-01-03', 0, 5],
      ['2026-01-04', 0, 6],
      ['2026-01-05', 1, 0],
    ])
  })

  test('sums up months, which begin with the first of their weeks', () => {
    expect(counted('2025-12-29', 1, 0, 3, 2, 0, 0, 0, 5).months).toEqual([
      { year: 2025, month: 12, week: 0, scores: 4, days: 2 },
      { year: 2026, month: 1, week: 1, scores: 7, days: 2 },
    ])
  })

  test('has the leap day', () => {
    const { days, months } = layOutCalendar(day('2024-02-26'), new Array<number>(7).fill(1))
    expect(days.map(each => dayText(each.day).slice(5))).toEqual(['02-26', '02-27', '02-28', '02-29', '03-01', '03-02', '03-03'])
    expect(months.map(({ month, scores }) => [month, scores])).toEqual([
      [2, 4],
      [3, 3],
    ])
  })

  test('has a whole leap year, with the same month at both ends', () => {
    const today = day('2024-12-31')
    const first = firstCalendarDay(today)
    const { months, days } = layOutCalendar(first, new Array<number>(today - first + 1).fill(1))
    expect(days).toHaveLength(366)
    expect(months.map(({ days: played }) => played)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  })

  test('shows the days with the most scores darkest, and only days without any as empty', () => {
    expect(counted('2026-01-05', 0, 1, 2, 3, 4, 7, 8).days.map(({ level }) => level)).toEqual([0, 1, 1, 2, 2, 4, 4])
    expect(counted('2026-01-05', 0, 1).days.map(({ level }) => level)).toEqual([0, 4])
  })

  test('knows its sums and its busiest day, the latest of several', () => {
    expect(counted('2026-01-05', 2, 0, 5, 5)).toMatchObject({ scores: 12, playedDays: 3, busiest: { day: day('2026-01-08'), scores: 5 } })
    expect(counted('2026-01-05', 0, 0)).toMatchObject({ scores: 0, playedDays: 0, busiest: null })
  })
})

test('the last 30 days are compared with the 30 days before', () => {
  const counts = [...new Array<number>(5).fill(100), ...new Array<number>(30).fill(2), ...new Array<number>(30).fill(3)]
  expect(compareMonths(counts)).toEqual({ latest: 90, before: 60 })
  expect(compareMonths([1, 2])).toEqual({ latest: 3, before: 0 })
})
