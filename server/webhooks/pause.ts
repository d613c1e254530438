/** A pause that can be ended before its time. */
export interface Pause {
  /** Ends the pause that is under way, else the next one at once. */
  end: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

export function createPause(): Pause {
  let isEnded = false;
  let wake = () => {};
  return {
    end: () => {
      isEnded = true;
      wake();
    },
    wait: async (milliseconds) => {
      if (!isEnded && milliseconds > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isEnded = false;
    },
  };
}
