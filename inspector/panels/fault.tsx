/** Why there is no answer. */

export function Fault({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p class="notice" role="alert">
      {fault}
    </p>
  );
}
