/* Puts the pictures on their places. */
(function (L) {
  'use strict';

  L.heatmaps();
  L.scatter();
  L.streamsFigure();
  L.linkSurvivalFigure();
  L.seriesFigure();
  L.courseFigure();
  L.confirmFigure();
  L.verdictTable();
  L.survivalFigure();
  L.map();
  var named = L.addressed();
  var first = named || L.firstLink();
  if (first) { L.pick(first, named !== null); }
  L.start();
})(Longhaul);
