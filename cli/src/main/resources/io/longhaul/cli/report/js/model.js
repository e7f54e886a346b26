/* The three documents of the page, joined by link. */
(function (L) {
  'use strict';

  function read(id) { return JSON.parse(document.getElementById(id).textContent); }

  var report = read('data-report');
  var snapshot = read('data-snapshot');
  var recommendations = read('data-recommendations');

  function key(from, to) { return from + ' ' + to; }

  /** Best estimate of a point, as the program has it: steady, else corrected, else sent, else received. */
  L.best = function (point) {
    var known = [point.steady_bps, point.corrected_bps, point.sent_bps, point.received_bps].filter(function (v) { return v !== null && v !== undefined; });
    return known.length ? known[0] : null;
  };

  var links = new Map();
  snapshot.links.forEach(function (link) {
    var rates = link.rates || [];
    var most = rates.length ? rates[rates.length - 1] : null;
    links.set(key(link.from, link.to), {
      from: link.from, to: link.to,
      rtt: link.rtt_ms ? link.rtt_ms.median : null,
      rttP95: link.rtt_ms ? link.rtt_ms.p95 : null,
      single: link.single_flow_bps,
      rates: rates,
      streams: most ? most.streams : null,
      multi: most ? L.best(most) : null,
      pathCap: link.path_cap_bps,
      limit: link.limit, singleLimit: link.single_flow_limit,
      evidence: link.evidence || [],
      stable: link.stable,
      verdict: null, series: [], runs: [], courses: [], confirm: []
    });
  });
  if (recommendations.length) {
    recommendations[0].links.forEach(function (verdict) {
      var link = links.get(key(verdict.from, verdict.to));
      if (link) { link.verdict = verdict; }
    });
  }
  report.series.forEach(function (run) {
    var link = links.get(key(run.from, run.to));
    if (link) { link.series.push(run); }
  });
  report.run_rates.forEach(function (run) {
    var link = links.get(key(run.from, run.to));
    if (link) { link.runs.push(run); }
  });

  report.courses.forEach(function (course) {
    var link = links.get(key(course.from, course.to));
    if (link) { link.courses.push(course); }
  });

  report.confirm.forEach(function (curve) {
    var link = links.get(key(curve.from, curve.to));
    if (link) { link.confirm.push(curve); }
  });

  var sites = snapshot.sites.map(function (site) { return site.id; });
  links.forEach(function (link) {
    [link.from, link.to].forEach(function (site) { if (sites.indexOf(site) < 0) { sites.push(site); } });
  });

  L.report = report;
  L.sites = sites;
  L.siteOf = new Map(snapshot.sites.map(function (site) { return [site.id, site]; }));
  L.links = Array.from(links.values());
  L.link = function (from, to) { return links.get(key(from, to)) || null; };
  L.recommendations = recommendations;
  L.provider = function (site) { return site.split(':')[0]; };
  L.providers = sites.map(L.provider).filter(function (p, i, all) { return all.indexOf(p) === i; });
  L.words = { 'direct': 'Nothing', 'more-streams': 'More streams', 'more-vms': 'More VMs', 'relay': 'Relay', 'measure-again': 'Measure again' };
  L.present = function (v) { return v !== null && v !== undefined; };
})(Longhaul);
