import {
  BaseSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
} from "vitest/node";

/**
 * Starts files that take long before the others of their project, in this order, so that none of
 * them runs alone at the end. Vitest knows durations after a first run only, and a fresh clone has
 * none. It makes sequencers of classes.
 * @param names the beginnings of paths below `test/`, the longest file first
 */
export function longestFirst(names: string[]): TestSequencerConstructor {
  const placeOf = ({ moduleId }: TestSpecification) => {
    const [, path = ""] = moduleId.split("/test/");
    const place = names.findIndex((name) => path.startsWith(name));
    return place < 0 ? names.length : place;
  };
  return class LongestFirst extends BaseSequencer {
    override async sort(
      files: TestSpecification[],
    ): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      // Files of a project share workers, so they stay together.
      const projects = [...new Set(sorted.map(({ project }) => project))];
      return projects.flatMap((project) =>
        sorted
          .filter((file) => file.project === project)
          .toSorted((a, b) => placeOf(a) - placeOf(b)),
      );
    }
  };
}
