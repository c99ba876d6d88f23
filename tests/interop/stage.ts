import { uuidv7 } from '../../src/platform/uuid.ts'
import { type SignedUp, signUp, someMachines } from '../integration/people.ts'
import { Wire } from '../integration/wire.ts'
import { createWorld, type World } from '../integration/world.ts'
import { type Network, startNetwork } from '../network.ts'

/** A server behind a network relay that can be cut, and a second user who plays. Its address outlives restarts on another port. */
export interface Stage {
  world: World
  relay: Network
  /** `ws://…/websocket`, through the relay */
  endpoint: string
  machineId: string
  rival: SignedUp
  /** Submits a score as the rival. @returns its id */
  rivalScores(value: number): Promise<string>
  /** Restarts the server; the rival logs in again by token. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const world = await createWorld({ config: { rateLimits: 'off' } })
  const relay = await startNetwork(() => ({ host: '127.0.0.1', port: world.app.port }))
  const machineId = (await someMachines(world, 1))[0]!.id
  const stage: Stage = {
    world,
    relay,
    endpoint: `ws://127.0.0.1:${relay.port}/websocket`,
    machineId,
    rival: await signUp(world, 'Rival'),
    async rivalScores(value) {
      const _id = uuidv7()
      await stage.rival.wire.call('scores.submit', { _id, machineId, value })
      return _id
    },
    async restart() {
      await world.restart()
      stage.rival.wire = await Wire.open(world.endpoint)
      await stage.rival.wire.call('login', { resume: stage.rival.token })
    },
    async close() {
      await relay.close()
      await world.close()
    },
  }
  return stage
}

/** Resolves when the condition holds; `changed` registers the callback that checks it again. */
export function when(changed: (again: () => void) => void, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (holds()) resolve()
    }
    changed(look)
    look()
  })
}
