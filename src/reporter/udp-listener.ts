import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import type { Clock } from '#ddp/timing/clock.ts'
import { MAX_DATAGRAM, PING } from './board-messages.ts'
import { SenderLimits } from './sender-limits.ts'

export interface ListenerOptions {
  clock: Clock
  /** the address to listen at */
  host: string
  gamePort: number
  discoveryPort: number
  /** True for the address of a board that is followed. */
  isKnown(address: string): boolean
  onGame(datagram: Uint8Array, address: string): void
  onDiscovery(datagram: Uint8Array, address: string): void
  /** A socket has failed after it was opened. */
  onError(error: Error): void
}

/** Datagrams by what became of them. `large`: longer than a board's; `fast`: too many of one sender or of all */
export interface DatagramCounts {
  received: number
  large: number
  fast: number
}

/** Listens to both ports of machine boards, which other programs may share. Size and rate are limited before anything is parsed. */
export class UdpListener {
  readonly counts: DatagramCounts = { received: 0, large: 0, fast: 0 }
  readonly #options: ListenerOptions
  readonly #limits: SenderLimits
  #game: Socket | null = null
  #discovery: Socket | null = null

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#limits = new SenderLimits(options.clock, options.isKnown)
  }

  /** The ports that it listens at. */
  get ports(): { game: number; discovery: number } {
    return { game: this.#game!.address().port, discovery: this.#discovery!.address().port }
  }

  /** @throws the error of the system if a port cannot be had; none is then open */
  async open(): Promise<void> {
    const { gamePort, discoveryPort, onGame, onDiscovery } = this.#options
    try {
      this.#game = await this.#bind(gamePort, onGame)
      this.#discovery = await this.#bind(discoveryPort, onDiscovery)
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Asks whether the board at this address answers. */
  ping(address: string): void {
    // From the discovery port: boards answer to that port, whatever port they were asked from.
    this.#discovery?.send(PING, this.#discovery.address().port, address, () => {})
  }

  close(): void {
    this.#game?.close()
    this.#discovery?.close()
    this.#game = null
    this.#discovery = null
  }

  #bind(port: number, take: (datagram: Uint8Array, address: string) => void): Promise<Socket> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    socket.on('message', (datagram, sender) => this.#receive(datagram, sender, take))
    return new Promise((resolve, reject) => {
      socket.once('error', error => {
        socket.close()
        reject(error)
      })
      socket.bind({ port, address: this.#options.host }, () => {
        socket.removeAllListeners('error').on('error', this.#options.onError)
        resolve(socket)
      })
    })
  }

  #receive(datagram: Uint8Array, { address }: RemoteInfo, take: (datagram: Uint8Array, address: string) => void): void {
    this.counts.received++
    if (!this.#limits.takes(address)) this.counts.fast++
    else if (datagram.length > MAX_DATAGRAM) this.counts.large++
    else take(datagram, address)
  }
}
