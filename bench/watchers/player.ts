import { setTimeout as pause } from 'node:timers/promises'
import { readSharedClock } from '../lib/meter.ts'
import { serveCommands } from '../lib/worker.ts'
import { drivers, type Submit } from '../submit/drivers.ts'

/** A score that was sent: its value, and when, by the shared clock (ms). */
export interface Sent {
  value: number
  at: number
}

export interface PlayerResult {
  sent: Sent[]
  /** ms from each submission until its answer */
  answers: number[]
  /** ms from the first submission to the last answer */
  wall: number
}

let submit: Submit
let value = 1_000_000_000

serveCommands({
  /** @returns the id of the machine on which the player submits */
  open: async (port: number) => {
    const driver = await drivers.ours(port)
    submit = await driver.openSubmitter(0)
    await submit(value++)
    return driver.machineId
  },
  /** Submits scores at a rate. Each is sent when the one before has been answered, and not before its time. */
  play: async ({ rate, seconds }: { rate: number; seconds: number }): Promise<PlayerResult> => {
    const from = readSharedClock()
    const sent: Sent[] = []
    const answers: number[] = []
    for (let i = 0; i < rate * seconds; i++) {
      await pause(Math.max(0, from + (i * 1000) / rate - readSharedClock()))
      sent.push({ value, at: readSharedClock() })
      await submit(value++)
      answers.push(readSharedClock() - sent[i]!.at)
    }
    return { sent, answers, wall: readSharedClock() - from }
  },
})
