import { reasonOf } from "../store/errors.ts";

/** A circuit breaker: while it is open, callers use their fallback at once. */
export interface Breaker {
  isOpen: () => boolean;
  /** Opens it until an attempt succeeds. */
  open: (reason: string) => void;
  /** Attempts now, and not at the end of the interval. */
  attempt: () => Promise<void>;
  /** Ends the attempts. */
  stop: () => void;
}

interface BreakerOptions {
  /** Tries the protected work once, for no request. Throws when it fails. */
  attempt: () => Promise<unknown>;
  /** The time between attempts while it is open, in milliseconds. */
  interval: number;
  onOpen: (reason: string) => void;
  onClose: () => void;
}

/**
 * Makes a closed breaker. Callers report failures to `open`; the breaker finds out itself when it
 * can close.
 */
export function createBreaker({
  attempt,
  interval,
  onOpen,
  onClose,
}: BreakerOptions): Breaker {
  let isOpen = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const open = (reason: string) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void attemptToClose(), interval);
    if (isOpen) return;
    isOpen = true;
    onOpen(reason);
  };

  const attemptToClose = async () => {
    try {
      await attempt();
    } catch (error) {
      open(reasonOf(error));
      return;
    }
    if (isStopped || !isOpen) return;
    clearTimeout(timer);
    isOpen = false;
    onClose();
  };

  return {
    isOpen: () => isOpen,
    open,
    attempt: attemptToClose,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
